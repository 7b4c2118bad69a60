/**
 * The CloudFront viewer-request function: it answers requests that need no record, and gives the
 * others their one canonical form. The build checks its syntax against the CloudFront runtime 2.0.
 */
import { CLOSED_HEADERS } from '../../core/foundation/delivery-headers.ts';
import { explainPathFault } from '../../core/images/explain-path-fault.ts';
import { imagePath, parseImagePath } from '../../core/images/image-url.ts';
import { acceptedFormats } from '../../core/transform/accepted-formats.ts';
import { canonicalQuery } from '../../core/transform/canonical-query.ts';
import { parseQuery, simplifyParameters } from '../../core/transform/query.ts';
import { decodeQueryValue } from '../../core/transform/query-text.ts';
import {
  type EdgeEvent,
  type EdgeRequest,
  type EdgeResponse,
  type EdgeValue,
  type EdgeValues,
  valuesOf,
} from './edge-event.ts';
import { edgeProblem, headersOf } from './edge-problem.ts';

const METHODS = 'GET, HEAD, OPTIONS';

const answerPreflight = (): EdgeResponse => ({
  statusCode: 204,
  headers: headersOf(
    CLOSED_HEADERS.concat([
      ['access-control-allow-methods', 'GET, HEAD'],
      ['access-control-allow-headers', '*'],
      ['access-control-max-age', '86400'],
    ]),
  ),
});

/** Every pair of the query string, repeated ones too. A name may be percent-encoded. */
function pairsOf(querystring: EdgeValues): [string, string | undefined][] {
  const pairs: [string, string | undefined][] = [];
  Object.keys(querystring).forEach((name) => {
    valuesOf(querystring[name] as EdgeValue).forEach((value) => {
      pairs.push([decodeQueryValue(name) || name, decodeQueryValue(value)]);
    });
  });
  return pairs;
}

/** The request to look up and forward, or the response to give immediately. */
export function handler(event: EdgeEvent, cdnUrl: string): EdgeRequest | EdgeResponse {
  const request = event.request;
  if (request.method === 'OPTIONS') return answerPreflight();
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return edgeProblem(event, cdnUrl, 'method_not_allowed', METHODS);
  }
  const path = parseImagePath(request.uri);
  if (path.fault) {
    const cure = explainPathFault(request.uri, path.fault);
    return edgeProblem(event, cdnUrl, path.fault, METHODS, cure);
  }
  const query = parseQuery(pairsOf(request.querystring));
  if (query.errors[0]) {
    const details = query.errors.map((error) => error.detail);
    return edgeProblem(event, cdnUrl, 'invalid_parameter', METHODS, details.join(' '));
  }
  const accept = path.format === 'auto' && request.headers.accept;
  const accepted = accept ? acceptedFormats(valuesOf(accept).join(',')) : [];
  // the answer to a download has the name
  const name = query.parameters.download && path.name;
  request.uri = imagePath(path.id, path.format, name);
  request.querystring = headersOf(
    canonicalQuery(simplifyParameters(query.parameters, path.format), accepted),
  );
  return request;
}
