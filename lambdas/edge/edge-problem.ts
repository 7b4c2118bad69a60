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

/** A problem that an edge function answers itself; `allow` lists the methods of a 405. */
export function edgeProblem(
  event: EdgeEvent,
  code: DeliveryProblemCode,
  allow: string,
  details: readonly string[],
): EdgeResponse {
  const problem = DELIVERY_PROBLEMS[code];
  const body: Record<string, unknown> = {
    type: problemType(code, ''),
    title: problem.title,
    status: problem.status,
  };
  if (details[0]) body.detail = details.join(' ');
  body.hint = problem.hint;
  body.code = code;
  body.requestId = event.context.requestId;
  const headers = headersOf(edgeErrorHeaders(code, event.context.requestId));
  if (problem.status === 405) headers.allow = { value: allow };
  return {
    statusCode: problem.status,
    headers: headers,
    body: { encoding: 'text', data: event.request.method === 'HEAD' ? '' : JSON.stringify(body) },
  };
}
