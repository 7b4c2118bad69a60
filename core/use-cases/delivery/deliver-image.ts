import { CLOSED_HEADERS, type Viewers } from '../../foundation/delivery-headers.ts';
import { LIMITS } from '../../foundation/limits.ts';
import type { Clock } from '../../foundation/nondeterminism.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Timings } from '../../foundation/timings.ts';
import { attachmentNamed } from '../../images/content-disposition.ts';
import { explainPathFault } from '../../images/explain-path-fault.ts';
import { parseCanonicalPath } from '../../images/image-url.ts';
import { splitPrivatePath } from '../../images/private/private-path.ts';
import type { StoredObject } from '../../ports/images/object-store.ts';
import type { Services } from '../../ports/services.ts';
import { parseCanonicalQuery } from '../../transform/canonical-query.ts';
import { FORMATS } from '../../transform/formats.ts';
import type { QueryPairs } from '../../transform/query.ts';
import { admitRequest, withOverlays } from './authorize-delivery.ts';
import { imageCacheControl } from './cache-lifetime.ts';
import type {
  AdmittedDelivery,
  DeliveryRelay,
  KnownDelivery,
  NotedDelivery,
  OpenedDelivery,
  PlannedDelivery,
  RequestedDelivery,
} from './delivery.ts';
import { endWhenKept } from './end-when-kept.ts';
import { overlayText } from './find-overlays.ts';
import { findRequestedImage } from './find-requested-image.ts';
import { findServedImage } from './find-served-image.ts';
import { findThumbnail } from './find-thumbnail.ts';
import { knowDelivery } from './know-delivery.ts';
import { busyError } from './make-rendition.ts';
import { noteThatAnswered } from './note-answer.ts';
import { openBest } from './open-best.ts';
import type { RenditionNeeds } from './open-rendition.ts';
import { type DeliveryPlan, planAuto, planDelivery } from './plan-delivery.ts';
import { planThumbnail } from './plan-thumbnail.ts';
import { readAhead } from './read-stored-object.ts';
import { recheckBeforeEnd } from './recheck-before-end.ts';
import { OutdatedError, servedTagHeaders } from './served-image.ts';

/**
 * Answers, and starts again after a concurrent purge, as long as there is time for one more
 * rendering; else `busy`.
 */
async function retryOutdated<T>(
  clock: Clock,
  startedAt: number,
  answer: (isFirst: boolean) => Promise<T>,
): Promise<T> {
  const lastStart = startedAt + LIMITS.deliveryWorkMs - LIMITS.renderDeadlineMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await answer(isFirst);
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

type Needs = RenditionNeeds &
  Pick<Services, 'projects' | 'signingSecrets' | 'thumbnailSecrets' | 'renderQueue'>;

function readRequest(request: DeliveryRequest, startedAt: number): RequestedDelivery {
  const { method, requestId: owner, ifNoneMatch } = request;
  if (method !== 'GET' && method !== 'HEAD') {
    throw new ServiceError('method_not_allowed', { headers: { Allow: 'GET, HEAD, OPTIONS' } });
  }
  const split = splitPrivatePath(request.path);
  const privateProjectId = split?.projectId;
  const path = parseCanonicalPath(split?.publicPath ?? request.path);
  if (path.fault !== undefined) {
    const detail = explainPathFault(request.path, path.fault);
    throw new ServiceError(path.fault, detail === undefined ? {} : { detail });
  }
  const query = parseCanonicalQuery(request.query);
  if (query.errors.length > 0) {
    const detail = query.errors.map((error) => error.detail).join(' ');
    throw new ServiceError('invalid_parameter', { detail });
  }
  const { parameters, accepted } = query;
  const mayLeaveClosed = method === 'HEAD' || ifNoneMatch !== undefined;
  return {
    ...path,
    privateProjectId,
    parameters,
    accepted,
    owner,
    mayLeaveClosed,
    startedAt,
  };
}

/** The possible responses, best first; one that is refused is the only one. */
function plansOf(delivery: AdmittedDelivery): readonly DeliveryPlan[] {
  const { format, accepted, admitted, image, isThumbnail } = delivery;
  if (isThumbnail) return [planThumbnail(image.facts)];
  if (format === 'auto') return planAuto(image.facts, accepted, admitted);
  return [planDelivery(image.facts, format, admitted)];
}

function planAdmitted(delivery: NotedDelivery): PlannedDelivery {
  const [plan, next] = plansOf(delivery).map((one) => {
    if (one.kind !== 'refused') return one;
    throw new ServiceError(one.fault.code, { detail: one.fault.detail });
  });
  if (plan === undefined) throw new Error('nothing may be served');
  return { ...delivery, plan, next };
}

/** The extension is of the bytes, which for `auto` and over the plan is another than the URL's. */
function dispositionOf({
  id,
  name,
  parameters,
  servedFormat,
}: OpenedDelivery): Record<string, string> {
  if (parameters.download === undefined) return {};
  const filename = `${name || id}.${FORMATS[servedFormat].extensions[0]}`;
  return { 'content-disposition': attachmentNamed(filename) };
}

/** The header of a fallback, whose value is the code of the refusal that it replaces. */
export const FALLBACK_HEADER = 'imagewell-fallback';

/** A fallback says so; search engines don't list it under the address of another image. */
function fallbackHeaders({ missing }: OpenedDelivery): Record<string, string> {
  return missing === undefined ? {} : { [FALLBACK_HEADER]: missing, 'x-robots-tag': 'noindex' };
}

/** An answer of which no note could be written is kept by no cache. */
function cacheControlOf(delivery: OpenedDelivery, now: number): string {
  const { viewers, image, parameters, missing, isOverQuota, isNoted, project } = delivery;
  const mostSeconds = missing ? LIMITS.fallbackMaxAgeSeconds : Infinity;
  const life = {
    urlExpires: missing === 'url_expired' ? undefined : parameters.expires,
    isOverQuota,
    maxSeconds: isNoted ? Math.min(delivery.maxSeconds, mostSeconds) : 0,
    browserMaxAge: project.settings.browserMaxAge,
  };
  return imageCacheControl(viewers, image, life, now);
}

function headersOf(delivery: OpenedDelivery, cacheControl: string): Record<string, string> {
  const { image, servedFormat, bytes, sha256 } = delivery;
  return {
    ...Object.fromEntries(CLOSED_HEADERS),
    'content-type': FORMATS[servedFormat].contentType,
    'content-length': String(bytes),
    etag: `"${sha256}"`,
    'cache-control': cacheControl,
    ...servedTagHeaders(image),
    ...(image.expiresAt === null ? {} : { 'x-robots-tag': 'noindex' }),
    ...dispositionOf(delivery),
    ...fallbackHeaders(delivery),
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

/**
 * Whether an image would still be served to its request at the time of that; a later expiry doesn't
 * end a request in progress.
 */
async function isServedStill(services: Needs, delivery: AdmittedDelivery): Promise<boolean> {
  const { image: served, admitted, missing, isThumbnail, startedAt } = delivery;
  // the first note expires before this late response ends, and a later deletion must find a note
  if (!(await noteThatAnswered(services, served))) return false;
  const { images, directUploads, projects, signingSecrets, thumbnailSecrets } = services;
  const clock = () => startedAt;
  const then = { clock, images, directUploads, projects, signingSecrets, thumbnailSecrets };
  if (isThumbnail) {
    return (await findThumbnail(then, delivery))?.image.generation === served.generation;
  }
  const image = await findServedImage(then, served.id, served.reviewSecret !== null);
  const drawFallback = async () => {
    const project = await projects.getOpenProject(image.projectId);
    return project && withOverlays(then, image, admitted.overlay, project.settings.watermark);
  };
  const admitAgain = async () => (await admitRequest(then, { ...delivery, image }))?.image;
  const again = await (missing ? drawFallback() : admitAgain());
  if (!again || again.generation !== served.generation) return false;
  return overlayText(again.facts) === overlayText(served.facts);
}

/** Opens the best response of a known delivery, and answers with it. */
async function answerKnown(
  services: Needs,
  { ifNoneMatch, method, timings }: DeliveryRequest,
  delivery: KnownDelivery,
): Promise<DeliveryAnswer> {
  const { clock } = services;
  const opened = await timings.measure('store', () => openBest(services, delivery));
  const headers = headersOf(opened, cacheControlOf(opened, clock()));
  const isKnown = namesEntityTag(ifNoneMatch, headers.etag as string);
  if (isKnown || method === 'HEAD') {
    await opened.kept;
    if (!isKnown) return { status: 200, headers, body: undefined };
    const { 'content-length': _, 'content-type': __, ...rest } = headers;
    return { status: 304, headers: rest, body: undefined };
  }
  const body = await timings.measure('store', async () =>
    readAhead(await opened.open(), opened.bytes),
  );
  const { startedAt } = delivery;
  const isStill = () => isServedStill(services, delivery);
  const sent = recheckBeforeEnd(body, { clock, startedAt, isStill });
  return { status: 200, headers, body: endWhenKept(services, sent, opened) };
}

/** Of the image that it is about, a refusal is for the same viewers (security.one-viewer). */
async function refusingTo<T>(viewers: Viewers, answer: () => Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    throw new ServiceError(thrown.code, { ...thrown.options, viewers });
  }
}

async function findKnown(services: Needs, request: DeliveryRequest): Promise<KnownDelivery> {
  const { timings } = request;
  const requested = readRequest(request, services.clock());
  const admitted = await timings.measure('auth', () => findRequestedImage(services, requested));
  return refusingTo(admitted.viewers, async () => {
    const planned = planAdmitted(admitted);
    return timings.measure('store', () => knowDelivery(services, planned));
  });
}

/**
 * Answers a request for an image: the stored image, or a rendition, found or made
 * (delivery.stored-image, transformations.rendition-key). A relay may have it begun already.
 */
export function deliverImage(
  services: Needs,
  request: DeliveryRequest,
  relay?: DeliveryRelay,
): Promise<DeliveryAnswer> {
  const begun = relay?.begun()?.known;
  const startedAt = begun?.startedAt ?? services.clock();
  return retryOutdated(services.clock, startedAt, async (isFirst) => {
    const known = isFirst && begun ? begun : await findKnown(services, request);
    relay?.note({ known, phases: request.timings.phases() });
    return refusingTo(known.viewers, () => answerKnown(services, request, known));
  });
}
