/**
 * The CloudFront viewer-request function of old addresses. It answers those that can be no route,
 * and sends the others in their one form, as a single parameter. The build checks its syntax
 * against the CloudFront runtime 2.0.
 */
import {
  OLD_ADDRESS,
  OLD_PATH_PREFIX,
  packAddress,
  routeText,
  splitOldPath,
} from '../../core/images/old-address.ts';
import {
  type EdgeEvent,
  type EdgeRequest,
  type EdgeResponse,
  type EdgeValues,
  valuesOf,
} from './edge-event.ts';
import { edgeProblem, headersOf } from './edge-problem.ts';

const METHODS = 'GET, HEAD';

/** Every parameter as `name=value`, as the viewer wrote it. */
function pairsOf(querystring: EdgeValues): string[] {
  const pairs: string[] = [];
  Object.keys(querystring).forEach((name) => {
    valuesOf(querystring[name] as EdgeValues[string]).forEach((value) => {
      pairs.push(name + (value && `=${value}`));
    });
  });
  return pairs;
}

/** The request to look up and forward, or the response to give immediately. */
export function handler(event: EdgeEvent, cdnUrl: string): EdgeRequest | EdgeResponse {
  const request = event.request;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return edgeProblem(event, cdnUrl, 'method_not_allowed', METHODS);
  }
  const old = splitOldPath(request.uri);
  const route = old && routeText(old.rest, pairsOf(request.querystring));
  if (!old || !route) return edgeProblem(event, cdnUrl, 'route_not_found', METHODS);
  request.uri = `${OLD_PATH_PREFIX + old.projectId}/`;
  request.querystring = headersOf([[OLD_ADDRESS, packAddress(route)]]);
  return request;
}
