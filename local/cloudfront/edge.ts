import type { IncomingMessage } from 'node:http';
import { imageIdIn } from '../../core/images/image-url.ts';
import { OLD_PATH_PREFIX } from '../../core/images/old-path.ts';
import { namesEntityTag } from '../../core/use-cases/delivery/deliver-image.ts';
import type { EdgeEvent, EdgeRequest, EdgeResponse } from '../../lambdas/edge/edge-event.ts';
import { edgeProblem } from '../../lambdas/edge/edge-problem.ts';
import { SERVER_TIMING } from '../../lambdas/http/server-timing.ts';
import { forwardedOf } from '../http/forwarded.ts';
import type { HttpAnswer } from '../http/http-answer.ts';
import type { EdgeAnswer, EdgeCache, OriginAnswer } from './edge-cache.ts';
import { answerOfEdgeFunction, isEdgeResponse, type RunViewerRequest } from './edge-function.ts';
import { queryTextOf } from './edge-origin.ts';
import type { TellIgnored } from './ignored-teller.ts';
import { parseEdgeEvent } from './parse-edge-event.ts';

export interface EdgeParts {
  readonly runViewerRequest: RunViewerRequest;
  readonly cache: EdgeCache;
  askOrigin(request: EdgeRequest, requestId: string, ip: string): Promise<OriginAnswer>;
  /** Of every answer, behind the cache. */
  readonly tellIgnored: TellIgnored;
}

/** How the edge came to an answer: of its cache, of the origin, or of its own function. */
export type EdgeResult = 'hit' | 'miss' | 'function';

export interface AnswerOfEdge extends HttpAnswer {
  readonly cache: EdgeResult;
}

const NOTHING = new Uint8Array();

function answerOfFunction(response: EdgeResponse): AnswerOfEdge {
  const answer = answerOfEdgeFunction(response);
  return {
    ...answer,
    headers: {
      ...answer.headers,
      [SERVER_TIMING]: ofEdge('function'),
      'x-cache': 'FunctionGeneratedResponse from imagewell-edge',
    },
    cache: 'function',
  };
}

/** The edge's own part of `Server-Timing`. */
function ofEdge(cache: EdgeResult, ms?: number): string {
  const duration = ms === undefined ? '' : `;dur=${Math.round(ms * 10) / 10}`;
  return `edge;desc="${cache}"${duration}`;
}

function answerOfCache(
  request: IncomingMessage,
  requestId: string,
  result: EdgeAnswer,
  ms: number,
): AnswerOfEdge {
  const { statusCode, isHit, ageSeconds } = result;
  const cache = isHit ? 'hit' : 'miss';
  const { [SERVER_TIMING]: ofOrigin } = result.headers;
  const isTimed = statusCode < 400;
  const headers: Record<string, string> = {
    ...result.headers,
    [SERVER_TIMING]: [
      ofEdge(cache, isTimed ? ms : undefined),
      ...(isTimed && ofOrigin ? [ofOrigin] : []),
    ].join(', '),
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
  if (!isFresh && request.method !== 'HEAD')
    return { statusCode, headers, body: result.open(), cache };
  result.skip();
  if (!isFresh) return { statusCode, headers, body: NOTHING, cache };
  const { 'content-length': _, 'content-type': __, ...kept } = headers;
  return { statusCode: 304, headers: kept, body: NOTHING, cache };
}

/** The answer to the request that is sent on: of the cache, or of the origin. */
async function lookUp(
  { cache, askOrigin }: EdgeParts,
  request: IncomingMessage,
  { context: { requestId }, viewer: { ip } }: EdgeEvent,
  sent: EdgeRequest,
): Promise<AnswerOfEdge> {
  const ask = () => askOrigin(sent, requestId, ip);
  const startedAt = performance.now();
  const found = await cache.get(`${sent.uri}?${queryTextOf(sent)}`, imageIdIn(sent.uri) ?? '', ask);
  return answerOfCache(request, requestId, found, performance.now() - startedAt);
}

/** The behaviour of old addresses: no function, and only GET and HEAD. */
function answerOld(
  parts: EdgeParts,
  request: IncomingMessage,
  event: EdgeEvent,
): Promise<AnswerOfEdge> | AnswerOfEdge {
  const { method } = event.request;
  if (method === 'GET' || method === 'HEAD') return lookUp(parts, request, event, event.request);
  return answerOfFunction(edgeProblem(event, 'method_not_allowed', 'GET, HEAD', []));
}

/**
 * CloudFront's part: the viewer-request function, the cache, the one origin, and the
 * viewer-response function.
 */
export async function answerAtEdge(
  parts: EdgeParts,
  request: IncomingMessage,
  requestId: string,
): Promise<AnswerOfEdge> {
  const { method = 'GET', url: rawUrl = '/', rawHeaders } = request;
  const { address: ip } = forwardedOf(request);
  const event = parseEdgeEvent({ method, rawUrl, rawHeaders, ip, requestId });
  if (event.request.uri.startsWith(OLD_PATH_PREFIX)) return answerOld(parts, request, event);
  const result = parts.runViewerRequest(event);
  const answer = isEdgeResponse(result)
    ? answerOfFunction(result)
    : await lookUp(parts, request, event, result);
  return parts.tellIgnored(event, answer);
}
