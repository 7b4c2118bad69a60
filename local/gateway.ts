import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { ENDPOINTS, type Endpoint } from '../core/contract/endpoints.ts';
import { LIMITS } from '../core/contract/limits.ts';
import { uploadTooLarge } from '../core/use-cases/accept-picture.ts';
import type { FunctionPool } from './function-pool.ts';
import { type PlainAnswer, problemAnswer } from './problem-answer.ts';

export interface ApiRoute {
  readonly endpoint: Endpoint;
  readonly pathParameters: Readonly<Record<string, string>> | null;
}

export interface ApiAnswer extends PlainAnswer {
  /** The route's template, never the path: a key may be part of that. */
  readonly route: string;
}

/** After so much that nobody will ever read, a client is cut off. */
const MAX_DISCARDED_BYTES = 1_000_000_000;

/** The endpoint of a path; undefined where API Gateway would know none. */
export function findRoute(path: string): ApiRoute | undefined {
  for (const endpoint of Object.values(ENDPOINTS)) {
    const names: string[] = [];
    const pattern = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      names.push(name);
      return '([^/]+)';
    });
    const found = new RegExp(`^${pattern}/?$`).exec(path);
    if (!found) continue;
    const values = names.map((name, at) => [name, found[at + 1] ?? '']);
    return { endpoint, pathParameters: names.length > 0 ? Object.fromEntries(values) : null };
  }
  return undefined;
}

/** The whole body, or `too_large` after reading on to its end: a client that still sends would else see a reset. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | 'too_large'> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
    if (bytes > MAX_DISCARDED_BYTES) break;
  }
  return bytes > maxBytes ? 'too_large' : Buffer.concat(chunks);
}

function isBinary(contentType: string | undefined): boolean {
  return /^(image\/|application\/octet-stream)/i.test(contentType ?? '');
}

function headersOf({ rawHeaders }: IncomingMessage) {
  const headers: Record<string, string> = {};
  const multiValueHeaders: Record<string, string[]> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = [rawHeaders[at], rawHeaders[at + 1]];
    headers[name] = value; // the last one wins, as in API Gateway
    multiValueHeaders[name] = [...(multiValueHeaders[name] ?? []), value];
  }
  return { headers, multiValueHeaders };
}

function queryOf(search: URLSearchParams) {
  const names = [...new Set(search.keys())];
  if (names.length === 0) {
    return { queryStringParameters: null, multiValueQueryStringParameters: null };
  }
  return {
    queryStringParameters: Object.fromEntries(
      names.map((name) => [name, search.getAll(name).at(-1)]),
    ),
    multiValueQueryStringParameters: Object.fromEntries(
      names.map((name) => [name, search.getAll(name)]),
    ),
  };
}

/** API Gateway's REST proxy event (payload version 1.0). */
export function proxyEventOf(
  request: IncomingMessage,
  { endpoint, pathParameters }: ApiRoute,
  { url, body, requestId }: { url: URL; body: Buffer; requestId: string },
) {
  const isBase64Encoded = isBinary(request.headers['content-type']);
  const now = Date.now();
  return {
    resource: endpoint.path,
    path: url.pathname,
    httpMethod: request.method ?? 'GET',
    ...headersOf(request),
    ...queryOf(url.searchParams),
    pathParameters,
    stageVariables: null,
    requestContext: {
      requestId,
      resourcePath: endpoint.path,
      httpMethod: request.method,
      path: url.pathname,
      stage: 'local',
      protocol: 'HTTP/1.1',
      requestTimeEpoch: now,
      requestTime: new Date(now).toUTCString(),
      identity: {
        sourceIp: request.socket.remoteAddress ?? '',
        userAgent: request.headers['user-agent'] ?? null,
      },
    },
    body: body.length === 0 ? null : body.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  };
}

function tooLarge(requestId: string): PlainAnswer {
  const { options } = uploadTooLarge();
  return problemAnswer('payload_too_large', requestId, options);
}

function answerOf(result: APIGatewayProxyResult): PlainAnswer {
  const headers = Object.entries(result.headers ?? {}).map(([name, value]) => [
    name,
    String(value),
  ]);
  return {
    statusCode: result.statusCode,
    headers: Object.fromEntries(headers),
    body: Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8'),
  };
}

async function callFunction(
  pool: FunctionPool,
  event: unknown,
  requestId: string,
): Promise<PlainAnswer> {
  const done = await pool.invoke(event, requestId);
  if (done.outcome === 'answered') return answerOf(done.answer as APIGatewayProxyResult);
  if (done.outcome === 'failed') return problemAnswer('internal_error', requestId);
  const headers = { 'Retry-After': String(LIMITS.busyRetryAfterSeconds) };
  return problemAnswer('busy', requestId, { headers });
}

/** Answers a request to the API by its function, within API Gateway's and Lambda's limits. */
export async function answerApi(
  request: IncomingMessage,
  url: URL,
  requestId: string,
  pools: ReadonlyMap<string, FunctionPool>,
): Promise<ApiAnswer> {
  const route = findRoute(url.pathname);
  const pool = route && pools.get(route.endpoint.name);
  const body = await readBody(request, LIMITS.maxGatewayPayloadBytes);
  if (!route || !pool) return { ...problemAnswer('route_not_found', requestId), route: 'none' };
  const template = route.endpoint.path;
  if (body === 'too_large') return { ...tooLarge(requestId), route: template };
  const event = proxyEventOf(request, route, { url, body, requestId });
  const eventBytes = Buffer.byteLength(JSON.stringify(event));
  if (eventBytes > LIMITS.maxLambdaEventBytes) return { ...tooLarge(requestId), route: template };
  return { ...(await callFunction(pool, event, requestId)), route: template };
}
