import { Readable } from 'node:stream';
import type { Context, LambdaFunctionURLEvent } from 'aws-lambda';
import { CLOSED_HEADERS, varyHeaders } from '../../core/foundation/delivery-headers.ts';
import type { Services } from '../../core/ports/services.ts';
import { parseCanonicalQuery } from '../../core/transform/canonical-query.ts';
import type { QueryPairs } from '../../core/transform/query.ts';
import { refusalCacheControl } from '../../core/use-cases/delivery/cache-lifetime.ts';
import { type DeliveryRequest, deliverImage } from '../../core/use-cases/delivery/deliver-image.ts';
import type { RecordServices } from '../composition/services.ts';
import { answerProblem } from '../http/problem-response.ts';

/** The services of delivery. */
export type DeliveryServices = RecordServices &
  Pick<Services, 'objects' | 'imageEngine' | 'renderQueue'>;

/** A response of the delivery function, its body not yet read. */
export interface DeliveryResponse {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body?: Readable | string;
}

export function requestOf(event: LambdaFunctionURLEvent, context: Context): DeliveryRequest {
  const query: QueryPairs = [...new URLSearchParams(event.rawQueryString)];
  return {
    method: event.requestContext.http.method,
    path: event.rawPath,
    query,
    ifNoneMatch: event.headers['if-none-match'],
    requestId: context.awsRequestId,
  };
}

export function refuse(
  services: DeliveryServices,
  request: DeliveryRequest,
  thrown: unknown,
): DeliveryResponse {
  const { code, ...answer } = answerProblem(thrown, request.requestId, services.log);
  const { expires } = parseCanonicalQuery(request.query).parameters;
  services.log.info('refused', { requestId: request.requestId, code, status: answer.statusCode });
  return {
    statusCode: answer.statusCode,
    headers: {
      ...Object.fromEntries(CLOSED_HEADERS),
      ...varyHeaders(request.path),
      ...answer.headers,
      'Cache-Control': refusalCacheControl(answer.statusCode, expires, services.clock()),
      'Content-Length': String(Buffer.byteLength(answer.body)),
      'X-Request-Id': request.requestId,
    },
    ...(request.method === 'HEAD' ? {} : { body: answer.body }),
  };
}

/** Delivers, or answers the problem; it rejects only if building the response fails. */
export async function respond(
  services: DeliveryServices,
  event: LambdaFunctionURLEvent,
  context: Context,
): Promise<DeliveryResponse> {
  const request = requestOf(event, context);
  try {
    const { status, headers, body } = await deliverImage(services, request);
    const sent = { ...varyHeaders(request.path), ...headers, 'X-Request-Id': request.requestId };
    return { statusCode: status, headers: sent, ...(body ? { body: Readable.from(body) } : {}) };
  } catch (thrown) {
    return refuse(services, request, thrown);
  }
}
