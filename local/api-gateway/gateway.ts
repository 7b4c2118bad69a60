import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { PROJECT_HEADER } from '../../core/api/endpoint.ts';
import { valueAt } from '../../core/foundation/json/json-value.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { releaseBytes } from '../../core/foundation/release-bytes.ts';
import { uploadTooLargeFacts } from '../../core/foundation/upload-errors.ts';
import type { UploadCredentials } from '../../core/use-cases/access/opens-uploads.ts';
import type { EdgeResult } from '../cloudfront/edge.ts';
import { SlowBodyError } from '../http/arriving-chunks.ts';
import type { PaceClock } from '../http/body-pace.ts';
import type { ByteGate } from '../http/byte-gate.ts';
import { isBodyUnasked } from '../http/expect-continue.ts';
import type { HttpAnswer } from '../http/http-answer.ts';
import type { ProblemAnswer } from '../http/problem-answer.ts';
import { type BodyHold, declaredBytes, discardBody, receiveBody } from '../http/receive-body.ts';
import type { FunctionPool, FunctionPools } from '../lambda/function-pool.ts';
import { type InvocationOutcome, PROBLEM_OF_FAULT } from '../lambda/invocation.ts';
import { placeOfUpload } from '../lambda/places.ts';
import { type ApiRoute, type FoundRoute, findRoute } from './api-routes.ts';
import { createEventBodySize, isBinary, proxyEventOf } from './proxy-event.ts';
import { bodyOfRefusal } from './refused-by-head.ts';
import { describeUnknownRoute } from './unknown-route.ts';

export interface GatewayParts {
  readonly routes: readonly ApiRoute[];
  readonly pools: Pick<FunctionPools, 'find'>;
  /** Bounds the bodies that are held concurrently. */
  readonly gate: ByteGate;
  /** Whether an upload may be let in by these: nothing large is held for any other. */
  opensUploads(sent: UploadCredentials): Promise<boolean>;
  /** Of the floor for slow bodies. */
  readonly clock: PaceClock;
  readonly problemAnswer: ProblemAnswer;
}

export interface RoutedAnswer extends HttpAnswer {
  /** A template, never the path: a key may be part of that (security.no-key-in-clear). */
  readonly route: string;
  /** An image's ID and extension, where one was asked for. */
  readonly image?: string;
  /** How the edge came to it, where it did. */
  readonly cache?: EdgeResult;
  /** Called with the number of sent bytes, headers too, after they are sent. */
  onSent?(bytes: number): void;
}

function tooLarge({ problemAnswer }: GatewayParts, requestId: string): HttpAnswer {
  const facts = uploadTooLargeFacts(LIMITS.maxUploadBytes);
  return problemAnswer('payload_too_large', requestId, facts);
}

function isProxyResult(result: unknown): result is APIGatewayProxyResult {
  return Number.isInteger(valueAt(result, 'statusCode'));
}

function answerOfResult(result: APIGatewayProxyResult, requestId: string): HttpAnswer {
  const { statusCode, headers = {}, multiValueHeaders = {}, body, isBase64Encoded } = result;
  const single = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  const multi = Object.entries(multiValueHeaders).map(([name, values]) => [
    name,
    values.map(String),
  ]);
  return {
    statusCode,
    headers: { 'X-Request-Id': requestId, ...Object.fromEntries([...single, ...multi]) },
    body: Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8'),
  };
}

function answerOfOutcome(
  { problemAnswer }: GatewayParts,
  outcome: InvocationOutcome,
  requestId: string,
): HttpAnswer {
  if (outcome.outcome === 'returned' && isProxyResult(outcome.result)) {
    return answerOfResult(outcome.result, requestId);
  }
  const isFault = outcome.outcome !== 'returned' && outcome.outcome !== 'streamed';
  const code = isFault ? PROBLEM_OF_FAULT[outcome.outcome] : 'internal_error';
  if (code !== 'busy') return problemAnswer(code, requestId);
  // as API Gateway's own errors are answered (lib/constructs/gateway-responses.ts)
  const headers = { 'Retry-After': String(LIMITS.busyRetryAfterSeconds) };
  return problemAnswer('busy', requestId, { headers });
}

/** The size of the event with its body, which was counted on arrival. */
function eventBytes(event: ReturnType<typeof proxyEventOf>, bodyBytes: number): number {
  const rest = Buffer.byteLength(JSON.stringify({ ...event, body: null }));
  return event.body === null ? rest : rest - 'null'.length + '""'.length + bodyBytes;
}

/**
 * The part of a body that is held until its function has answered. For a body that is no image, a
 * byte more than the maximum is enough to refuse it. That much passes the gate, so that no light
 * call waits for an upload.
 */
function holdOf(
  { opensUploads }: GatewayParts,
  { route, pathParameters }: FoundRoute,
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
): Pick<BodyHold, 'keptBytes' | 'maxBytes' | 'freeBytes' | 'mayHold'> {
  const maxBytes = LIMITS.maxLambdaEventBytes;
  const freeBytes = LIMITS.maxJsonBytes + 1;
  const isUpload = route.takesBytes && method === 'POST';
  return {
    keptBytes: isUpload ? maxBytes : freeBytes,
    maxBytes,
    freeBytes,
    mayHold: () =>
      opensUploads({
        uploadKey: pathParameters?.uploadKey,
        apiKey: String(headers['x-api-key'] ?? ''),
        authorization: headers.authorization,
        projectId: String(headers[PROJECT_HEADER.toLowerCase()] ?? ''),
      }),
  };
}

async function answerFound(
  parts: GatewayParts,
  request: IncomingMessage,
  [found, pool]: readonly [FoundRoute, FunctionPool],
  requestId: string,
): Promise<HttpAnswer> {
  const share = parts.gate.open();
  try {
    const size = createEventBodySize(isBinary(request.headers['content-type']));
    const hold = { ...holdOf(parts, found, request), share, onPiece: size.add };
    const refused = isBodyUnasked(request)
      ? await bodyOfRefusal(found, request, hold.mayHold)
      : undefined;
    if (!refused && isBodyUnasked(request) && declaredBytes(request) > hold.maxBytes) {
      return tooLarge(parts, requestId);
    }
    const { body, bytes } = refused
      ? { body: refused, bytes: refused.length }
      : await receiveBody(request, parts.clock, hold);
    if (bytes > LIMITS.maxGatewayPayloadBytes) return tooLarge(parts, requestId);
    // from the body's end on, as Lambda counts: a slow upload costs the function nothing
    const arrivedAt = Date.now();
    const event = proxyEventOf(request, found, { body, requestId, arrivedAt });
    if (bytes > hold.maxBytes || eventBytes(event, size.end()) > LIMITS.maxLambdaEventBytes) {
      return tooLarge(parts, requestId);
    }
    const place = found.route.takesBytes ? { place: placeOfUpload(body) } : {};
    const outcome = await pool.invoke(event, { requestId, arrivedAt, ...place });
    releaseBytes(body); // its function has a copy
    return answerOfOutcome(parts, outcome, requestId);
  } finally {
    share.leave();
  }
}

/** The client gets the error, and its connection ends: the rest of the body is not awaited. */
function tooSlow({ problemAnswer }: GatewayParts, requestId: string): HttpAnswer {
  const detail = `A body must arrive with at least ${LIMITS.minBodyBytesPerSecond} bytes per second.`;
  return problemAnswer('request_timeout', requestId, { detail, headers: { Connection: 'close' } });
}

/**
 * Answers a request to the API by its function, within API Gateway's and Lambda's limits. Throws
 * where the client goes away.
 */
export async function answerApi(
  parts: GatewayParts,
  request: IncomingMessage,
  requestId: string,
): Promise<RoutedAnswer> {
  const [path = '/'] = (request.url ?? '/').split('?', 1);
  const found = findRoute(parts.routes, path);
  const pool = found && parts.pools.find(found.route.functionName);
  const route = found?.route.path ?? 'none';
  try {
    if (found && pool) {
      return { ...(await answerFound(parts, request, [found, pool], requestId)), route };
    }
    await discardBody(request, parts.clock);
    const hint = describeUnknownRoute(path, parts.routes);
    return { ...parts.problemAnswer('route_not_found', requestId, hint), route };
  } catch (error) {
    if (!(error instanceof SlowBodyError)) throw error;
    return { ...tooSlow(parts, requestId), route };
  }
}
