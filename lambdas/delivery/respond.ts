import { Readable } from 'node:stream';
import type { Context, LambdaFunctionURLEvent } from 'aws-lambda';
import {
  CDN_URL_HEADER,
  CLOSED_HEADERS,
  varyHeaders,
} from '../../core/foundation/delivery-headers.ts';
import { READY_PATH } from '../../core/foundation/ready-path.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import { OLD_PATH_PREFIX } from '../../core/images/old-address.ts';
import type { Services } from '../../core/ports/services.ts';
import { parseCanonicalQuery } from '../../core/transform/canonical-query.ts';
import type { QueryPairs } from '../../core/transform/query.ts';
import { refusalCacheControl } from '../../core/use-cases/delivery/cache-lifetime.ts';
import { checkStores, READY_BODY } from '../../core/use-cases/delivery/check-stores.ts';
import { type DeliveryRequest, deliverImage } from '../../core/use-cases/delivery/deliver-image.ts';
import type { BegunDelivery, DeliveryRelay } from '../../core/use-cases/delivery/delivery.ts';
import { redirectRoute } from '../../core/use-cases/delivery/redirect-route.ts';
import type { RecordServices } from '../composition/services.ts';
import { answerProblem } from '../http/problem-response.ts';
import { createTimings, type MeasuredTimings, SERVER_TIMING } from '../http/server-timing.ts';
import { withTimedEngine } from './timed-engine.ts';

/** The services of delivery. */
export type DeliveryServices = RecordServices &
  Pick<Services, 'objects' | 'imageEngine' | 'renderQueue'>;

/** A response of the delivery function, its body not yet read. */
export interface DeliveryResponse {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body?: Readable | string;
}

/** A request, and the CDN that it came through. */
export interface RequestOfCdn extends DeliveryRequest {
  readonly timings: MeasuredTimings;
  /** See cdnUrlOf. */
  readonly cdnUrl: string;
}

/**
 * The CDN's URL as the edge named it: the stack can't give it (ENVIRONMENT.cdnUrl). Empty where no
 * edge did, or the value is not exactly the origin of a URL.
 */
function cdnUrlOf({ headers }: LambdaFunctionURLEvent): string {
  const named = headers[CDN_URL_HEADER] ?? '';
  return /^https?:/.test(named) && URL.parse(named)?.origin === named ? named : '';
}

export function requestOf(
  event: LambdaFunctionURLEvent,
  context: Context,
  begun?: BegunDelivery,
): RequestOfCdn {
  const path = event.rawPath;
  // an old address has a query of another service, without parameters of ours
  const isOld = path.startsWith(OLD_PATH_PREFIX);
  const query: QueryPairs = isOld ? [] : [...new URLSearchParams(event.rawQueryString)];
  return {
    method: event.requestContext.http.method,
    path,
    query,
    ifNoneMatch: event.headers['if-none-match'],
    requestId: context.awsRequestId,
    timings: createTimings(undefined, begun?.phases),
    cdnUrl: cdnUrlOf(event),
  };
}

export function refuse(
  services: DeliveryServices,
  request: RequestOfCdn,
  thrown: unknown,
): DeliveryResponse {
  const { requestId, cdnUrl } = request;
  const { code, ...answer } = answerProblem(thrown, requestId, services.log, cdnUrl);
  const { expires } = parseCanonicalQuery(request.query).parameters;
  const viewers = (thrown instanceof ServiceError && thrown.options.viewers) || 'everyone';
  services.log.info('refused', { requestId: request.requestId, code, status: answer.statusCode });
  return {
    statusCode: answer.statusCode,
    headers: {
      ...Object.fromEntries(CLOSED_HEADERS),
      ...varyHeaders(request.path),
      ...answer.headers,
      'Cache-Control': refusalCacheControl(viewers, answer.statusCode, expires, services.clock()),
      'Content-Length': String(Buffer.byteLength(answer.body)),
      'X-Request-Id': request.requestId,
    },
    ...(request.method === 'HEAD' ? {} : { body: answer.body }),
  };
}

/** How long CloudFront keeps the answer, so that many probes cost as one. */
const READY_SECONDS = 5;

/** Answers whether the stores answer. */
async function answerReady(
  services: DeliveryServices,
  request: DeliveryRequest,
): Promise<DeliveryResponse> {
  await checkStores(services);
  return {
    statusCode: 200,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': `max-age=0, s-maxage=${READY_SECONDS}`,
      'Content-Length': String(READY_BODY.length),
      'X-Request-Id': request.requestId,
    },
    ...(request.method === 'HEAD' ? {} : { body: READY_BODY }),
  };
}

/** Redirects an old address. */
async function answerOld(
  services: DeliveryServices,
  { path, requestId }: DeliveryRequest,
  query: string,
): Promise<DeliveryResponse> {
  const { status, headers } = await redirectRoute(services, path, query);
  return { statusCode: status, headers: { ...headers, 'X-Request-Id': requestId } };
}

/** Delivers, or answers the problem; it rejects only if building the response fails. */
export async function respond(
  services: DeliveryServices,
  event: LambdaFunctionURLEvent,
  context: Context,
  relay?: DeliveryRelay,
): Promise<DeliveryResponse> {
  const begun = relay?.begun();
  const request = requestOf(event, context, begun);
  const { timings } = request;
  // a CDN keeps the header with the image: so it says when it was true
  const measuredAt = new Date(begun?.known.startedAt ?? services.clock()).toISOString();
  try {
    if (request.path === READY_PATH) return await answerReady(services, request);
    if (request.path.startsWith(OLD_PATH_PREFIX)) {
      return await answerOld(services, request, event.rawQueryString);
    }
    const timed = withTimedEngine(services, timings);
    const { status, headers, body } = await deliverImage(timed, request, relay);
    const sent = {
      ...varyHeaders(request.path),
      ...headers,
      'X-Request-Id': request.requestId,
      [SERVER_TIMING]: `origin;desc="${measuredAt}", ${timings.header()}`,
    };
    return { statusCode: status, headers: sent, ...(body ? { body: Readable.from(body) } : {}) };
  } catch (thrown) {
    return refuse(services, request, thrown);
  }
}
