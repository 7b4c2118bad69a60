import { CLOSED_HEADERS, type Viewers } from '../../foundation/delivery-headers.ts';
import { LIMITS } from '../../foundation/limits.ts';
import type { Clock } from '../../foundation/nondeterminism.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Timings } from '../../foundation/timings.ts';
import { attachmentNamed } from '../../images/content-disposition.ts';
import { explainPathFault } from '../../images/explain-path-fault.ts';
import { parseCanonicalPath } from '../../images/image-url.ts';
import type { StoredObject } from '../../ports/images/object-store.ts';
import type { Services, WebhookServices } from '../../ports/services.ts';
import { parseCanonicalQuery } from '../../transform/canonical-query.ts';
import { FORMATS } from '../../transform/formats.ts';
import type { QueryPairs } from '../../transform/query.ts';
import { admitRequest } from './authorize-delivery.ts';
import { imageCacheControl } from './cache-lifetime.ts';
import { overlayText } from './find-overlays.ts';
import { findRequestedImage, type RequestedImage, withOverlays } from './find-requested-image.ts';
import { findServedImage } from './find-served-image.ts';
import { findThumbnail } from './find-thumbnail.ts';
import { busyError, OutdatedError } from './make-rendition.ts';
import { noteAnswer, noteThatAnswered } from './note-answer.ts';
import { openBest } from './open-best.ts';
import type { OpenedImage } from './open-served-image.ts';
import { planAuto, planDelivery, type ServablePlan } from './plan-delivery.ts';
import { planThumbnail } from './plan-thumbnail.ts';
import { readAhead } from './read-stored-object.ts';
import { recheckBeforeEnd } from './recheck-before-end.ts';

import { type ServedImage, servedTagHeaders } from './served-image.ts';

/**
 * Answers, and starts again after a concurrent purge, as long as there is time for one more
 * rendering; else `busy`.
 */
async function retryOutdated<T>(clock: Clock, answer: () => Promise<T>): Promise<T> {
  const lastStart = clock() + LIMITS.deliveryWorkMs - LIMITS.renderDeadlineMs;
  for (;;) {
    try {
      return await answer();
    } catch (error) {
      if (!(error instanceof OutdatedError)) throw error;
      if (clock() > lastStart) throw busyError();
    }
  }
}

export interface DeliveryRequest {
  readonly method: string;
  readonly path: string;
  readonly query: QueryPairs;
  readonly ifNoneMatch: string | undefined;
  readonly requestId: string;
  readonly timings: Timings;
}

export interface DeliveryAnswer {
  readonly status: 200 | 304;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: StoredObject['body'] | undefined;
}

type Needs = Omit<
  Services,
  | 'keys'
  | 'rates'
  | 'edge'
  | 'projectPurge'
  | 'projectDeletions'
  | 'projectDataCleanup'
  | 'projectQueue'
  | 'cdnUrl'
  | 'isCdnHost'
  | 'hasRateLimits'
  | 'hasRekognition'
  | 'randomBytes'
  | 'accessTokens'
  | 'userInfo'
  | 'accounts'
  | 'memberships'
  | 'audit'
  | 'invitations'
  | 'ownershipTransfers'
  | 'routes'
  | keyof WebhookServices
  | 'uploadForms'
  | 'remoteFiles'
  | 'incoming'
  | 'orphanedCopies'
  | 'accessLogs'
>;

function parseRequest(request: DeliveryRequest) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new ServiceError('method_not_allowed', { headers: { Allow: 'GET, HEAD, OPTIONS' } });
  }
  const path = parseCanonicalPath(request.path);
  if (path.fault !== undefined) {
    const detail = explainPathFault(request.path, path.fault);
    throw new ServiceError(path.fault, detail === undefined ? {} : { detail });
  }
  const query = parseCanonicalQuery(request.query);
  if (query.errors.length > 0) {
    const detail = query.errors.map((error) => error.detail).join(' ');
    throw new ServiceError('invalid_parameter', { detail });
  }
  return { ...path, parameters: query.parameters, accepted: query.accepted };
}

/** The possible responses, best first. */
function plansFor(
  { format, accepted }: ReturnType<typeof parseRequest>,
  { image: { facts }, admitted, isThumbnail }: RequestedImage,
): ServablePlan[] {
  const plans = () => {
    if (isThumbnail) return [planThumbnail(facts)];
    if (format === 'auto') return planAuto(facts, accepted, admitted);
    return [planDelivery(facts, format, admitted)];
  };
  return plans().map((plan) => {
    if (plan.kind !== 'refused') return plan;
    throw new ServiceError(plan.fault.code, { detail: plan.fault.detail });
  });
}

/** The extension is of the bytes, which for `auto` and over the plan is another than the URL's. */
function dispositionOf(
  { id, name, parameters }: ReturnType<typeof parseRequest>,
  { format }: OpenedImage,
): Record<string, string> {
  if (parameters.download === undefined) return {};
  const filename = `${name || id}.${FORMATS[format].extensions[0]}`;
  return { 'content-disposition': attachmentNamed(filename) };
}

/** The header of a fallback, whose value is the code of the refusal that it replaces. */
export const FALLBACK_HEADER = 'imagewell-fallback';

/** A fallback says so; search engines don't list it under the address of another image. */
function fallbackHeaders({ missing }: RequestedImage): Record<string, string> {
  return missing === undefined ? {} : { [FALLBACK_HEADER]: missing, 'x-robots-tag': 'noindex' };
}

function headersOf(
  image: ServedImage,
  { format, bytes, sha256 }: OpenedImage,
  cacheControl: string,
): Record<string, string> {
  return {
    ...Object.fromEntries(CLOSED_HEADERS),
    'content-type': FORMATS[format].contentType,
    'content-length': String(bytes),
    etag: `"${sha256}"`,
    'cache-control': cacheControl,
    ...servedTagHeaders(image),
    ...(image.expiresAt === null ? {} : { 'x-robots-tag': 'noindex' }),
  };
}

/**
 * Whether an If-None-Match header names the entity tag; the comparison is weak (RFC 9110 13.1.2).
 */
export function namesEntityTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

function pickReads({ images, directUploads, projects, signingSecrets, thumbnailSecrets }: Needs) {
  return { images, directUploads, projects, signingSecrets, thumbnailSecrets };
}

/**
 * Whether an image would still be served to a request of `startedAt`; a later expiry doesn't end a
 * request in progress.
 */
async function isServedStill(
  services: Needs,
  requested: ReturnType<typeof parseRequest>,
  { image: served, admitted: parameters, missing, isThumbnail }: RequestedImage,
  startedAt: number,
): Promise<boolean> {
  // the first note expires before this late response ends, and a later deletion must find a note
  if (!(await noteThatAnswered(services, served))) return false;
  const then = { ...pickReads(services), clock: () => startedAt };
  if (isThumbnail) {
    return (await findThumbnail(then, requested))?.generation === served.generation;
  }
  const { projects } = services;
  const image = await findServedImage(then, served.id, served.reviewSecret !== null);
  const admitFallback = async () => {
    const settings = await projects.getSettings(image.projectId);
    return settings && { parameters, watermark: settings.watermark };
  };
  const admitted = missing ? await admitFallback() : await admitRequest(then, image, requested);
  if (!admitted || image.generation !== served.generation) return false;
  const { facts } = await withOverlays(then, image, admitted);
  return overlayText(facts) === overlayText(served.facts);
}

/** A request whose image was found. */
interface FoundRequest {
  readonly request: DeliveryRequest;
  readonly requested: ReturnType<typeof parseRequest>;
  readonly found: RequestedImage;
  readonly startedAt: number;
}

async function answerFound(
  services: Needs,
  { request, requested, found, startedAt }: FoundRequest,
): Promise<DeliveryAnswer> {
  const { timings } = request;
  const { image, viewers, missing } = found;
  const mayLeaveClosed = request.method === 'HEAD' || request.ifNoneMatch !== undefined;
  const asker = { owner: request.requestId, mayLeaveClosed };
  const plans = plansFor(requested, found);
  const { isNoted, served, ...opened } = await timings.measure('store', async () => ({
    isNoted: await noteAnswer(services, image),
    ...(await openBest(services, image, plans, asker)),
  }));
  const mostSeconds = Math.min(
    opened.maxSeconds,
    missing ? LIMITS.fallbackMaxAgeSeconds : Infinity,
  );
  const life = {
    urlExpires: missing === 'url_expired' ? undefined : requested.parameters.expires,
    isStandIn: served.isStandIn,
    maxSeconds: isNoted ? mostSeconds : 0,
  };
  const cacheControl = imageCacheControl(viewers, image, life, services.clock());
  const headers = {
    ...headersOf(image, served, cacheControl),
    ...dispositionOf(requested, served),
    ...fallbackHeaders(found),
  };
  if (namesEntityTag(request.ifNoneMatch, headers.etag as string)) {
    const { 'content-length': _, 'content-type': __, ...kept } = headers;
    return { status: 304, headers: kept, body: undefined };
  }
  if (request.method === 'HEAD') return { status: 200, headers, body: undefined };
  const body = await timings.measure('store', async () =>
    readAhead(await served.open(), served.bytes),
  );
  const isStill = () => isServedStill(services, requested, found, startedAt);
  return {
    status: 200,
    headers,
    body: recheckBeforeEnd(body, { clock: services.clock, startedAt, isStill }),
  };
}

/** The same refusal, to the viewers of the image that it is about (security.one-viewer). */
function refusalTo(viewers: Viewers, thrown: unknown): unknown {
  if (!(thrown instanceof ServiceError)) return thrown;
  return new ServiceError(thrown.code, { ...thrown.options, viewers });
}

async function deliverOnce(services: Needs, request: DeliveryRequest): Promise<DeliveryAnswer> {
  const startedAt = services.clock();
  const requested = parseRequest(request);
  const found = await request.timings.measure('auth', () =>
    findRequestedImage(services, requested),
  );
  try {
    return await answerFound(services, { request, requested, found, startedAt });
  } catch (thrown) {
    throw refusalTo(found.viewers, thrown);
  }
}

/**
 * Answers a request for an image: the stored image, or a rendition, found or made
 * (delivery.stored-image, transformations.rendition-key).
 */
export function deliverImage(services: Needs, request: DeliveryRequest): Promise<DeliveryAnswer> {
  return retryOutdated(services.clock, () => deliverOnce(services, request));
}
