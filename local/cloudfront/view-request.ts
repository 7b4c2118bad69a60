import { LRUCache } from 'lru-cache';
import { imageIdIn } from '../../core/images/image-url.ts';
import type { EdgeEvent, EdgeRequest, EdgeResponse } from '../../lambdas/edge/edge-event.ts';
import { isEdgeResponse, type RunViewerRequest } from './edge-function.ts';
import { queryTextOf } from './edge-origin.ts';
import type { FindIgnored } from './ignored-parameters.ts';
import { parseEdgeEvent } from './parse-edge-event.ts';

/** The parts of a viewer's request that the edge reads; there is nothing else in its event. */
export interface Viewed {
  readonly method: string;
  /** The request target in origin form, as it was sent. */
  readonly rawUrl: string;
  /** The Accept header, repeated ones joined; undefined where there is none. */
  readonly accept: string | undefined;
}

/** A request in its one form, and the facts that are made of it. */
export interface SentOn {
  readonly request: EdgeRequest;
  /** The key of its answer in the edge's cache. */
  readonly cacheKey: string;
  /** The image that its answer is purged with; empty where the address names none. */
  readonly imageId: string;
}

/** The result of the viewer-request function, and the header's value of ignored parameters. */
export interface View {
  readonly result: SentOn | EdgeResponse;
  readonly ignored: string | undefined;
}

/** Views a request; `requestId` and `ip` are of this request alone. */
export type ViewRequest = (viewed: Viewed, requestId: string, ip: string) => View;

/** CloudFront's viewer-request event of a request. */
export function eventOf(
  { method, rawUrl, accept }: Viewed,
  requestId: string,
  ip: string,
): EdgeEvent {
  const rawHeaders = accept === undefined ? [] : ['accept', accept];
  return parseEdgeEvent({ method, rawUrl, rawHeaders, ip, requestId });
}

/** The facts of a request that goes to the cache. */
export function sentOn(request: EdgeRequest): SentOn {
  const cacheKey = `${request.uri}?${queryTextOf(request)}`;
  return { request, cacheKey, imageId: imageIdIn(request.uri) ?? '' };
}

/** No header has a line break, so an absent one is no other's text. */
function keyOf({ method, rawUrl, accept = '\n' }: Viewed): string {
  return `${method}\n${accept}\n${rawUrl}`;
}

/** Approximate size of an entry without its texts, each of which is there about three times. */
const OVERHEAD_BYTES = 800;
const COPIES = 3;
const MAX_BYTES = 8_000_000;

/**
 * Runs the edge functions once for equal requests: it remembers some ten thousand results, at most
 * 8 MB. The event holds the fields of the key alone, so no result can be of another viewer's
 * request. Answers of the function are not remembered: their bodies name the request.
 */
export function createViewRequest(
  runViewerRequest: RunViewerRequest,
  findIgnored: FindIgnored,
  maxBytes = MAX_BYTES,
): ViewRequest {
  const known = new LRUCache<string, View>({
    maxSize: maxBytes,
    sizeCalculation: (_view, key) => OVERHEAD_BYTES + COPIES * key.length,
  });
  return (viewed, requestId, ip) => {
    const key = keyOf(viewed);
    const before = known.get(key);
    if (before) return before;
    const event = eventOf(viewed, requestId, ip);
    const ignored = findIgnored(event.request.querystring);
    const result = runViewerRequest(event);
    if (isEdgeResponse(result)) return { result, ignored };
    const view = { result: sentOn(result), ignored };
    known.set(key, view);
    return view;
  };
}
