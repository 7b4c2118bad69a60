import type { IncomingMessage } from 'node:http';
import { forwardedOf } from '../http/forwarded.ts';
import type { FoundRoute } from './api-routes.ts';

export interface ReceivedRequest {
  readonly body: Buffer;
  readonly requestId: string;
  readonly arrivedAt: number;
}

type Pair = readonly [name: string, value: string];

function collectPairs(pairs: Iterable<Pair>) {
  const single: Record<string, string> = Object.create(null); // a name may be __proto__
  const multi: Record<string, string[]> = Object.create(null);
  for (const [name, value] of pairs) {
    single[name] = value; // API Gateway gives the last one
    // a copy of the list for each value would be the square of their number
    const known = multi[name];
    if (known) known.push(value);
    else multi[name] = [value];
  }
  return { single, multi };
}

function* pairsOf(rawHeaders: readonly string[]): Generator<Pair> {
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    yield [String(rawHeaders[at]), String(rawHeaders[at + 1])];
  }
}

/** API Gateway's binaryMediaTypes, as the stack sets them. */
export function isBinary(contentType = ''): boolean {
  return /^\s*(image\/|application\/octet-stream\s*(;|$))/i.test(contentType);
}

function contextOf(
  request: IncomingMessage,
  path: string,
  found: FoundRoute,
  requested: ReceivedRequest,
) {
  return {
    requestId: requested.requestId,
    extendedRequestId: requested.requestId,
    accountId: '000000000000',
    apiId: 'local',
    stage: 'local',
    resourceId: found.route.functionName,
    resourcePath: found.route.path,
    httpMethod: request.method ?? 'GET',
    path,
    protocol: `HTTP/${request.httpVersion}`,
    requestTime: new Date(requested.arrivedAt).toUTCString(),
    requestTimeEpoch: requested.arrivedAt,
    authorizer: null,
    identity: {
      sourceIp: forwardedOf(request).address,
      userAgent: request.headers['user-agent'] ?? null,
    },
  };
}

/**
 * API Gateway's event of a REST proxy integration (payload version 1.0); header names keep the
 * client's case. A binary body is in it as bytes: the host of functions makes them base64 where its
 * handler reads a text (`withBodyBytes`).
 */
export function proxyEventOf(
  request: IncomingMessage,
  found: FoundRoute,
  requested: ReceivedRequest,
) {
  const [path = '/', query] = (request.url ?? '/').split(/\?(.*)/s, 2);
  const headers = collectPairs(pairsOf(request.rawHeaders));
  const parameters = query ? collectPairs(new URLSearchParams(query)) : undefined;
  const isBase64Encoded = isBinary(request.headers['content-type']);
  const { body } = requested;
  return {
    resource: found.route.path,
    path,
    httpMethod: request.method ?? 'GET',
    headers: headers.single,
    multiValueHeaders: headers.multi,
    queryStringParameters: parameters?.single ?? null,
    multiValueQueryStringParameters: parameters?.multi ?? null,
    pathParameters: found.pathParameters,
    stageVariables: null,
    requestContext: contextOf(request, path, found, requested),
    body: body.length === 0 ? null : isBase64Encoded ? body : body.toString('utf8'),
    isBase64Encoded,
  };
}

/** Counts what a body comes to in an event, piece by piece. */
export interface EventBodySize {
  add(piece: Uint8Array): void;
  /** Bytes of JSON between the quotes. */
  end(): number;
}

function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - '""'.length;
}

/** The size of a body in the event: base64 if binary, else JSON text. */
export function createEventBodySize(isBinary: boolean): EventBodySize {
  const decoder = new TextDecoder();
  let bytes = 0;
  return {
    add(piece) {
      bytes += isBinary ? piece.length : jsonBytes(decoder.decode(piece, { stream: true }));
    },
    end: () => (isBinary ? 4 * Math.ceil(bytes / 3) : bytes + jsonBytes(decoder.decode())),
  };
}
