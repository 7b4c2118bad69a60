import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { LIMITS } from '../core/contract/limits.ts';
import { uploadTooLargeFacts } from '../core/contract/upload-too-large.ts';
import { type ApiRoute, type FoundRoute, findRoute } from './api-routes.ts';
import type { ByteGate } from './byte-gate.ts';
import type { FunctionPool } from './function-pool.ts';
import type { HttpAnswer } from './http-answer.ts';
import type { InvocationOutcome } from './invocation.ts';
import { problemAnswer } from './problem-answer.ts';
import { proxyEventOf, type ReceivedRequest } from './proxy-event.ts';
import { receiveBody } from './receive-body.ts';

export interface GatewayParts {
  readonly routes: readonly ApiRoute[];
  readonly pools: ReadonlyMap<string, FunctionPool>;
  /** Bounds the bodies that are held at once. */
  readonly gate: ByteGate;
}

export interface RoutedAnswer extends HttpAnswer {
  /** A template, never the path: a key may be part of that (CONTRACT C3.7). */
  readonly route: string;
  /** Hears how many bytes were sent, headers too, once they are. */
  onSent?(bytes: number): void;
}

function tooLarge(requestId: string, wall: string): HttpAnswer {
  return problemAnswer(
    'payload_too_large',
    requestId,
    uploadTooLargeFacts(LIMITS.maxUploadBytes, wall),
  );
}

function isProxyResult(result: unknown): result is APIGatewayProxyResult {
  return Number.isInteger((result as Partial<APIGatewayProxyResult> | null)?.statusCode);
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

function answerOfOutcome(made: InvocationOutcome, requestId: string): HttpAnswer {
  if (made.outcome === 'returned' && isProxyResult(made.result)) {
    return answerOfResult(made.result, requestId);
  }
  // killed at its deadline: a loaded machine, as API Gateway's INTEGRATION_TIMEOUT is answered
  const isBusy = made.outcome === 'busy' || made.outcome === 'timed_out';
  if (!isBusy) return problemAnswer('internal_error', requestId);
  const headers = { 'Retry-After': String(LIMITS.busyRetryAfterSeconds) };
  return problemAnswer('busy', requestId, { headers });
}

async function callFunction(
  pool: FunctionPool,
  request: IncomingMessage,
  found: FoundRoute,
  received: ReceivedRequest,
): Promise<HttpAnswer> {
  const event = proxyEventOf(request, found, received);
  const { requestId, arrivedAt } = received;
  if (Buffer.byteLength(JSON.stringify(event)) > LIMITS.maxLambdaEventBytes) {
    const wall = `With this body the event has more than Lambda's ${LIMITS.maxLambdaEventBytes} bytes.`;
    return tooLarge(requestId, wall);
  }
  return answerOfOutcome(await pool.invoke(event, { requestId, arrivedAt }), requestId);
}

/** What the body may come to; without a length the most that is ever held of one. */
function bytesToHold({ headers }: IncomingMessage): number {
  const length = Number(headers['content-length'] ?? Number.NaN);
  const isChunked = headers['transfer-encoding'] !== undefined;
  if (Number.isNaN(length)) return isChunked ? LIMITS.maxGatewayPayloadBytes : 0;
  return Math.min(length, LIMITS.maxGatewayPayloadBytes);
}

async function answerRoute(
  { pools }: GatewayParts,
  request: IncomingMessage,
  found: FoundRoute | undefined,
  requestId: string,
): Promise<HttpAnswer> {
  const body = await receiveBody(request, LIMITS.maxGatewayPayloadBytes);
  const pool = found && pools.get(found.route.functionName);
  if (!pool) return problemAnswer('route_not_found', requestId);
  if (body === 'too_large') {
    const wall = `The body has more than API Gateway's ${LIMITS.maxGatewayPayloadBytes} bytes.`;
    return tooLarge(requestId, wall);
  }
  // from the body's end on, as Lambda counts: a slow upload costs the function nothing
  return callFunction(pool, request, found, { body, requestId, arrivedAt: Date.now() });
}

/** Answers a request to the API by its function, within API Gateway's and Lambda's limits. Throws where the client goes away. */
export async function answerApi(
  parts: GatewayParts,
  request: IncomingMessage,
  requestId: string,
): Promise<RoutedAnswer> {
  const [path = '/'] = (request.url ?? '/').split('?', 1);
  const found = findRoute(parts.routes, path);
  const leave = await parts.gate.enter(bytesToHold(request));
  try {
    const answer = await answerRoute(parts, request, found, requestId);
    return { ...answer, route: found?.route.path ?? 'none' };
  } finally {
    leave();
  }
}
