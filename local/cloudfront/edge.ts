import type { IncomingMessage } from 'node:http';
import { namesEntityTag } from '../../core/use-cases/delivery/deliver-image.ts';
import type { EdgeRequest, EdgeResponse } from '../../lambdas/edge/viewer-request.ts';
import type { HttpAnswer } from '../http/http-answer.ts';
import type { EdgeAnswer, EdgeCache, OriginAnswer } from './edge-cache.ts';
import { isEdgeResponse, type RunViewerRequest } from './edge-function.ts';
import { queryTextOf } from './edge-origin.ts';
import { parseEdgeEvent } from './parse-edge-event.ts';

export interface EdgeParts {
  readonly runViewerRequest: RunViewerRequest;
  readonly cache: EdgeCache;
  askOrigin(request: EdgeRequest, requestId: string, ip: string): Promise<OriginAnswer>;
}

const NOTHING = new Uint8Array();

function answerOfFunction({ statusCode, headers, body }: EdgeResponse): HttpAnswer {
  const pairs = Object.entries(headers).map(([name, { value }]) => [name, value]);
  return {
    statusCode,
    headers: {
      ...Object.fromEntries(pairs),
      'x-cache': 'FunctionGeneratedResponse from imagewell-edge',
    },
    body: Buffer.from(body?.data ?? ''),
  };
}

function answerOfCache(
  request: IncomingMessage,
  requestId: string,
  result: EdgeAnswer,
): HttpAnswer {
  const { statusCode, isHit, ageSeconds } = result;
  const headers: Record<string, string> = {
    ...result.headers,
    'x-cache': `${isHit ? 'Hit' : 'Miss'} from imagewell-edge`,
    ...(isHit ? { age: String(ageSeconds) } : {}),
    // a cached problem still names the request that its body names
    ...(statusCode < 400 ? { 'x-request-id': requestId } : {}),
  };
  const { etag } = headers;
  const isFresh =
    statusCode === 200 &&
    etag !== undefined &&
    namesEntityTag(request.headers['if-none-match'], etag);
  if (!isFresh && request.method !== 'HEAD') return { statusCode, headers, body: result.open() };
  result.skip();
  if (!isFresh) return { statusCode, headers, body: NOTHING };
  const { 'content-length': _, 'content-type': __, ...kept } = headers;
  return { statusCode: 304, headers: kept, body: NOTHING };
}

function imageIdOf({ uri }: EdgeRequest): string {
  return uri.slice('/res/'.length).split('.', 1).join('');
}

/** CloudFront's part: the viewer-request function, then the cache, then the one origin. */
export async function answerAtEdge(
  { runViewerRequest, cache, askOrigin }: EdgeParts,
  request: IncomingMessage,
  requestId: string,
): Promise<HttpAnswer> {
  const { method = 'GET', url: rawUrl = '/', rawHeaders, socket } = request;
  const ip = socket.remoteAddress ?? '';
  const result = runViewerRequest(parseEdgeEvent({ method, rawUrl, rawHeaders, ip, requestId }));
  if (isEdgeResponse(result)) return answerOfFunction(result);
  const key = `${result.uri}?${queryTextOf(result)}`;
  const ask = () => askOrigin(result, requestId, ip);
  return answerOfCache(request, requestId, await cache.get(key, imageIdOf(result), ask));
}
