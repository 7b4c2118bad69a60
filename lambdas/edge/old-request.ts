/**
 * The CloudFront viewer-request function of old addresses: each goes to the origin, which knows
 * their routes. The build checks its syntax against the CloudFront runtime 2.0.
 */
import type { EdgeEvent, EdgeRequest, EdgeResponse } from './edge-event.ts';
import { edgeProblem } from './edge-problem.ts';

/** The request to look up and forward, or the response to another method than GET and HEAD. */
export function handler(event: EdgeEvent, cdnUrl: string): EdgeRequest | EdgeResponse {
  const request = event.request;
  if (request.method === 'GET' || request.method === 'HEAD') return request;
  return edgeProblem(event, cdnUrl, 'method_not_allowed', 'GET, HEAD');
}
