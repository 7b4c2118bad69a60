/**
 * The CloudFront viewer-request function of private images: the one of public images, below another
 * path. CloudFront has checked the signature of the request before. The build checks its syntax
 * against the CloudFront runtime 2.0.
 */
import { privatePath, splitPrivatePath } from '../../core/images/private/private-path.ts';
import type { EdgeEvent, EdgeRequest, EdgeResponse } from './edge-event.ts';
import { edgeProblem } from './edge-problem.ts';
import { handler as handlePublic } from './viewer-request.ts';

/** The request to look up and forward, or the response to give immediately. */
export function handler(event: EdgeEvent, cdnUrl: string): EdgeRequest | EdgeResponse {
  const path = splitPrivatePath(event.request.uri);
  if (!path) return edgeProblem(event, cdnUrl, 'route_not_found', 'GET, HEAD, OPTIONS');
  event.request.uri = path.publicPath;
  const result = handlePublic(event, cdnUrl);
  if ('uri' in result) result.uri = privatePath(path.projectId, result.uri);
  return result;
}
