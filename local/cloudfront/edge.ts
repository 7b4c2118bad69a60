import type { IncomingMessage } from 'node:http';
import { OLD_PATH_PREFIX } from '../../core/images/old-address.ts';
import { PRIVATE_PATH_PREFIX } from '../../core/images/private/private-path.ts';
import { namesEntityTag } from '../../core/use-cases/delivery/deliver-image.ts';
import type { EdgeRequest, EdgeResponse } from '../../lambdas/edge/edge-event.ts';
import { SERVER_TIMING } from '../../lambdas/http/server-timing.ts';
import { forwardedOf } from '../http/forwarded.ts';
import type { HttpAnswer } from '../http/http-answer.ts';
import type { EdgeResult } from '../http/routed-answer.ts';
import { partOf } from './byte-range.ts';
import type { EdgeAnswer, EdgeCache, OriginAnswer } from './edge-cache.ts';
import { answerOfEdgeFunction, isEdgeResponse, type RunViewerRequest } from './edge-function.ts';
import { tellIgnored } from './ignored-parameters.ts';
import { answerRefusal, type PrivateBehaviour } from './private/private-behaviour.ts';
import { eventOf, type SentOn, sentOn, type Viewed, type ViewRequest } from './view-request.ts';

export interface EdgeParts {
  /** The viewer-request function of old addresses. */
  readonly runOldRequest: RunViewerRequest;
  readonly viewRequest: ViewRequest;
  /** The behaviour of private images, and their viewer-request function. */
  readonly privates: PrivateBehaviour & { readonly viewRequest: ViewRequest };
  readonly cache: EdgeCache;
  askOrigin(request: EdgeRequest, requestId: string, ip: string): Promise<OriginAnswer>;
}

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
  if (!isFresh && request.method !== 'HEAD') {
    return partOf(request.headers, { statusCode, headers, body: result.open(), cache });
  }
  result.skip();
  if (!isFresh) return { statusCode, headers, body: NOTHING, cache };
  const { 'content-length': _, 'content-type': __, ...kept } = headers;
  return { statusCode: 304, headers: kept, body: NOTHING, cache };
}

/** The request's own facts, which no result of the edge may depend on. */
interface Viewer {
  readonly requestId: string;
  readonly ip: string;
}

/** The answer to the request that is sent on: of the cache, or of the origin. */
async function lookUp(
  { cache, askOrigin }: EdgeParts,
  request: IncomingMessage,
  { requestId, ip }: Viewer,
  sent: SentOn,
): Promise<AnswerOfEdge> {
  const ask = () => askOrigin(sent.request, requestId, ip);
  const startedAt = performance.now();
  const found = await cache.get(sent.cacheKey, sent.imageId, ask);
  return answerOfCache(request, requestId, found, performance.now() - startedAt);
}

/** The behaviour of old addresses, which has its own function. */
function answerOld(
  parts: EdgeParts,
  request: IncomingMessage,
  viewed: Viewed,
  viewer: Viewer,
): Promise<AnswerOfEdge> | AnswerOfEdge {
  const result = parts.runOldRequest(eventOf(viewed, viewer.requestId, viewer.ip));
  if (isEdgeResponse(result)) return answerOfFunction(result);
  return lookUp(parts, request, viewer, sentOn(result));
}

/** The behaviour of private images: a signature is checked before any function runs. */
async function answerPrivate(
  parts: EdgeParts,
  request: IncomingMessage,
  viewed: Viewed,
  viewer: Viewer,
): Promise<AnswerOfEdge> {
  const { privates } = parts;
  const { rawUrl } = viewed;
  const sent = { rawUrl, cookie: request.headers.cookie };
  const checked = await privates.check({ ...sent, ip: viewer.ip });
  if ('refusal' in checked) return { ...answerRefusal(checked.refusal), cache: 'function' };
  const granted = { ...viewed, rawUrl: checked.target };
  const { result } = privates.viewRequest(granted, viewer.requestId, viewer.ip);
  if ('statusCode' in result) return answerOfFunction(result);
  return privates.finish(sent, await lookUp(parts, request, viewer, result));
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
  const { method = 'GET', url: rawUrl = '/', headers } = request;
  const viewer = { requestId, ip: forwardedOf(request).address };
  const viewed = { method, rawUrl, accept: headers.accept };
  if (rawUrl.startsWith(OLD_PATH_PREFIX)) return answerOld(parts, request, viewed, viewer);
  if (rawUrl.startsWith(PRIVATE_PATH_PREFIX)) return answerPrivate(parts, request, viewed, viewer);
  const { result, ignored } = parts.viewRequest(viewed, requestId, viewer.ip);
  const answer =
    'statusCode' in result
      ? answerOfFunction(result)
      : await lookUp(parts, request, viewer, result);
  return tellIgnored(answer, ignored);
}
