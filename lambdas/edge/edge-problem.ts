import { edgeErrorHeaders, type HeaderPairs } from '../../core/foundation/delivery-headers.ts';
import {
  DELIVERY_PROBLEMS,
  type DeliveryProblemCode,
  problemType,
} from '../../core/foundation/delivery-problems.ts';
import type { EdgeEvent, EdgeResponse, EdgeValues } from './edge-event.ts';

/** Headers as CloudFront's event has them. */
export function headersOf(pairs: HeaderPairs): EdgeValues {
  const headers: EdgeValues = {};
  pairs.forEach((pair) => {
    headers[pair[0]] = { value: pair[1] };
  });
  return headers;
}

/**
 * A problem that an edge function answers itself, with the CDN's URL in its `type`; `allow` lists
 * the methods of a 405.
 */
export function edgeProblem(
  event: EdgeEvent,
  cdnUrl: string,
  code: DeliveryProblemCode,
  allow: string,
  detail?: string,
): EdgeResponse {
  const problem = DELIVERY_PROBLEMS[code];
  const requestId = event.context.requestId;
  // a row of the table has the members of the body; JSON leaves out an undefined detail
  const body = Object.assign({ type: problemType(code, cdnUrl), detail: detail }, problem, {
    code: code,
    requestId: requestId,
  });
  const headers = headersOf(edgeErrorHeaders(code, requestId));
  if (problem.status === 405) headers.allow = { value: allow };
  return {
    statusCode: problem.status,
    headers: headers,
    body: { encoding: 'text', data: event.request.method === 'HEAD' ? '' : JSON.stringify(body) },
  };
}
