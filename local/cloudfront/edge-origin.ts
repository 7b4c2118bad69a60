import {
  CACHE_TAG_HEADER,
  CDN_URL_HEADER,
  CLOSED_HEADERS,
} from '../../core/foundation/delivery-headers.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { bodyOf } from '../../core/images/body-of.ts';
import type { EdgeRequest } from '../../lambdas/edge/edge-event.ts';
import { createProblemAnswer } from '../http/problem-answer.ts';
import type { FunctionPool } from '../lambda/function-pool.ts';
import { type InvocationFault, PROBLEM_OF_FAULT } from '../lambda/invocation.ts';
import { atLambdaPace, type WireClock } from '../lambda/lambda-wire.ts';
import type { OriginAnswer } from './edge-cache.ts';

/**
 * The query as the edge function returned it, which is a part of the cache key and of the origin's
 * request.
 */
export function queryTextOf({ querystring }: EdgeRequest): string {
  return Object.entries(querystring)
    .flatMap(([name, entry]) =>
      (entry.multiValue ?? [entry]).map(({ value }) => `${name}=${value}`),
    )
    .join('&');
}

/** The CDN's URL as the edge function wrote it. */
export function cdnUrlIn({ headers }: EdgeRequest): string {
  return headers[CDN_URL_HEADER]?.value ?? '';
}

/**
 * A Function URL's event (payload version 2.0); always a GET, from which a HEAD is answered too.
 */
function functionUrlEvent(request: EdgeRequest, requestId: string, ip: string) {
  const timeEpoch = Date.now();
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: request.uri,
    rawQueryString: queryTextOf(request),
    headers: { 'user-agent': 'Amazon CloudFront', [CDN_URL_HEADER]: cdnUrlIn(request) },
    requestContext: {
      requestId,
      timeEpoch,
      time: new Date(timeEpoch).toUTCString(),
      stage: '$default',
      http: { method: 'GET', path: request.uri, protocol: 'HTTP/1.1', sourceIp: ip },
    },
    isBase64Encoded: false,
  };
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = Object.entries(headers);
  return Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/** The response if the function failed: retry, unless it is an internal error. */
function refuse(fault: InvocationFault, requestId: string, cdnUrl: string): OriginAnswer {
  const code = PROBLEM_OF_FAULT[fault];
  const retry = { 'Retry-After': String(LIMITS.busyRetryAfterSeconds) };
  const headers = { ...Object.fromEntries(CLOSED_HEADERS), ...(code === 'busy' ? retry : {}) };
  const { statusCode, ...result } = createProblemAnswer(cdnUrl)(code, requestId, { headers });
  const length = { 'content-length': String(result.body.length) };
  return {
    statusCode,
    headers: { ...lowerCase(result.headers), ...length },
    body: bodyOf(result.body),
  };
}

/**
 * Asks the delivery function, behind Lambda's wire where there is one; always resolves, a function
 * that fails to a 503 or 500 (security.deadline-kills).
 */
export async function askOrigin(
  pool: FunctionPool,
  request: EdgeRequest,
  requestId: string,
  ip: string,
  wire?: WireClock,
): Promise<OriginAnswer> {
  const startedAt = wire?.now() ?? 0;
  const result = await pool.invoke(functionUrlEvent(request, requestId, ip), { requestId });
  if (result.outcome === 'returned') return refuse('threw', requestId, cdnUrlIn(request));
  if (result.outcome !== 'streamed') return refuse(result.outcome, requestId, cdnUrlIn(request));
  const { [CACHE_TAG_HEADER]: tags = '', ...headers } = lowerCase(result.head.headers);
  const body = wire ? atLambdaPace(result.body, wire, startedAt) : result.body;
  return { statusCode: result.head.statusCode, headers, tags: tags.split(','), body };
}
