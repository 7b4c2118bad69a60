import type { IncomingMessage } from 'node:http';
import { CLOSED_HEADERS } from '../core/contract/delivery-headers.ts';
import { LIMITS } from '../core/contract/limits.ts';
import type { ProblemCode } from '../core/contract/problems.ts';
import { namesEntityTag } from '../core/use-cases/deliver-image.ts';
import type { EdgeRequest, EdgeResponse } from '../lambdas/edge/viewer-request.ts';
import { createEdgeCache, type EdgeAnswer } from './edge-cache.ts';
import { edgeEventOf, type ViewerRequest } from './edge-function.ts';
import type { FunctionPool } from './function-pool.ts';
import { type PlainAnswer, problemAnswer } from './problem-answer.ts';

export interface Edge {
  answer(request: IncomingMessage, requestId: string): Promise<PlainAnswer>;
  purge(imageIds: readonly string[]): void;
}

function isResponse(made: EdgeRequest | EdgeResponse): made is EdgeResponse {
  return 'statusCode' in made;
}

function answerOfFunction({ statusCode, headers, body }: EdgeResponse): PlainAnswer {
  const pairs = Object.entries(headers).map(([name, { value }]) => [name, value]);
  return { statusCode, headers: Object.fromEntries(pairs), body: Buffer.from(body?.data ?? '') };
}

/** The Function URL event (payload version 2.0) of a request that the edge forwards; always a GET, which HEAD is served from too. */
function originEventOf({ uri, querystring }: EdgeRequest, requestId: string) {
  const query = Object.entries(querystring).map(([name, { value }]) => `${name}=${value}`);
  return {
    version: '2.0',
    rawPath: uri,
    rawQueryString: query.join('&'),
    headers: {},
    requestContext: { requestId, http: { method: 'GET', path: uri } },
    isBase64Encoded: false,
  };
}

/** What CloudFront itself says where the origin gives nothing; the body is ours for a reader's sake. */
function refuse(code: ProblemCode, requestId: string): EdgeAnswer {
  const wait: Record<string, string> = { 'Retry-After': String(LIMITS.busyRetryAfterSeconds) };
  const headers = { ...Object.fromEntries(CLOSED_HEADERS), ...(code === 'busy' ? wait : {}) };
  const made = problemAnswer(code, requestId, { headers });
  return { ...made, headers: lowerCase(made.headers) };
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

async function askOrigin(
  pool: FunctionPool,
  request: EdgeRequest,
  requestId: string,
): Promise<EdgeAnswer> {
  const asked = await pool.invokeStreaming(originEventOf(request, requestId), requestId);
  if (asked.outcome !== 'answered') return refuse('busy', requestId);
  const { statusCode, headers, body } = asked.answer;
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk);
  return { statusCode, headers: lowerCase(headers), body: Buffer.concat(chunks) };
}

function finish(
  request: IncomingMessage,
  answer: EdgeAnswer,
  extra: Record<string, string>,
): PlainAnswer {
  const headers = { ...answer.headers, ...extra };
  const etag = headers.etag;
  const isFresh =
    answer.statusCode === 200 && etag && namesEntityTag(request.headers['if-none-match'], etag);
  if (!isFresh) return { ...answer, headers };
  const { 'content-length': _, 'content-type': __, ...kept } = headers as Record<string, string>;
  return { statusCode: 304, headers: kept, body: Buffer.alloc(0) };
}

/** CloudFront's part, locally: the viewer-request function, then the cache, then the one origin. */
export function createEdge(viewerRequest: ViewerRequest, pool: FunctionPool): Edge {
  const cache = createEdgeCache();
  return {
    purge: (ids) => cache.purge(ids),
    async answer(request, requestId) {
      const { method = 'GET', url = '/' } = request;
      const ip = request.socket.remoteAddress ?? '';
      const made = viewerRequest(edgeEventOf({ method, url, ip, requestId }));
      if (isResponse(made)) return answerOfFunction(made);
      const event = originEventOf(made, requestId);
      const key = `${event.rawPath}?${event.rawQueryString}`;
      const imageId = made.uri.slice('/res/'.length).split('.', 1).join('');
      const found = await cache.get(key, imageId, () =>
        askOrigin(pool, made, requestId).catch(() => refuse('busy', requestId)),
      );
      return finish(request, found.answer, {
        'x-cache': `${found.isHit ? 'Hit' : 'Miss'} from imagewell-edge`,
        ...(found.isHit ? { age: String(found.ageSeconds) } : {}),
        'x-request-id': requestId,
      });
    },
  };
}
