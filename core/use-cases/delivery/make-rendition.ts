import { createHash } from 'node:crypto';
import { withRecordedScreen } from '../../codecs/gif/with-recorded-screen.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { releaseBytes } from '../../foundation/release-bytes.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { type StorageFaultError, unlessStorageFails } from '../../foundation/storage-fault.ts';
import { TIMED_OUT, withinDeadline } from '../../foundation/within-deadline.ts';
import { bodyOf } from '../../images/body-of.ts';
import { originalObjectKey, renditionObjectKey } from '../../images/object-keys.ts';
import {
  BrokenImageError,
  type ImageEngine,
  UnfitContentError,
} from '../../ports/images/image-engine.ts';
import type { Rendition, RenditionClaim } from '../../ports/images/rendition-store.ts';
import type { Services } from '../../ports/services.ts';
import { FORMATS } from '../../transform/formats.ts';
import { isTextOverlay } from '../../transform/overlay.ts';
import type { Transformation } from '../../transform/transformation.ts';
import { countOnDay } from '../usage/count-on-day.ts';
import type { OpenedImage, PlannedRendition } from './delivery.ts';
import { notFound } from './find-served-image.ts';
import { openedRendition } from './open-served-image.ts';
import { readWhole } from './read-stored-object.ts';
import type { FoundImage, ServedImage } from './served-image.ts';

/**
 * The rendition is of an image that was purged, deleted or transferred meanwhile: the caller must
 * read the image again.
 */
export class OutdatedError extends Error {
  override name = 'OutdatedError';
}

type Needs = Pick<
  Services,
  'clock' | 'renditions' | 'objects' | 'imageEngine' | 'abandonProcess' | 'usage' | 'log'
>;

/** The response if the renderer has no time left for a request. */
export function busyError(
  cause?: unknown,
  retryAfterSeconds: number = LIMITS.busyRetryAfterSeconds,
): ServiceError {
  return new ServiceError('busy', {
    detail: 'The rendition is not ready yet; retry.',
    headers: { 'Retry-After': String(retryAfterSeconds) },
    cause,
  });
}

/** The response while a rendition backs off: it says when the next attempt begins. */
export function backingOff(until: number, now: number, cause?: unknown): ServiceError {
  return busyError(cause, Math.max(1, Math.ceil((until - now) / 1000)));
}

/** The originals of overlays that are images; throws OutdatedError if one was deleted meanwhile. */
async function readOverlays(
  { objects }: Needs,
  { overlays }: Transformation,
): Promise<readonly Uint8Array[]> {
  const originals: Uint8Array[] = [];
  for (const overlay of overlays) {
    if (isTextOverlay(overlay)) continue;
    const stored = await objects.get(originalObjectKey(overlay.imageId));
    if (!stored) throw new OutdatedError();
    originals.push(await readWhole(stored));
  }
  return originals;
}

/** Needs the image's record alone, so it may begin as soon as that is known. */
async function readOriginal({ objects }: Needs, { id }: FoundImage): Promise<Uint8Array> {
  const stored = await objects.get(originalObjectKey(id));
  if (!stored) throw notFound(id);
  return readWhole(stored);
}

async function renderOriginal(
  services: Needs,
  engine: ImageEngine,
  { image, plan: { transformation } }: PlannedRendition,
): Promise<Uint8Array> {
  const original = await readOriginal(services, image);
  const overlays = await readOverlays(services, transformation);
  const { format, width, height } = image.facts;
  const recorded = format === 'gif' ? withRecordedScreen(original, width, height) : original;
  const rendered = await engine.render(recorded, transformation, overlays);
  // not after a failure: another pipeline of the engine may still read them
  for (const bytes of [original, ...overlays]) releaseBytes(bytes);
  return rendered;
}

async function renderPixels(
  services: Needs,
  delivery: PlannedRendition,
  endsAt: number,
): Promise<Uint8Array> {
  // before the deadline's timer: if the request moves to another process, this call never returns
  const engine = await services.imageEngine();
  const result = await withinDeadline(
    renderOriginal(services, engine, delivery),
    Math.max(0, endsAt - services.clock()),
  );
  if (result !== TIMED_OUT) return result;
  const { image, plan } = delivery;
  services.log.warn('rendition timed out', { imageId: image.id, format: plan.format });
  services.abandonProcess();
  throw busyError(TIMED_OUT);
}

/** Throws image_too_large for a rendition of more bytes than a response may have. */
export function refuseUndeliverable({ length }: Pick<Uint8Array, 'length'>): void {
  if (length <= LIMITS.maxDeliveredBytes) return;
  const detail = `The rendition has ${length} bytes; the maximum is ${LIMITS.maxDeliveredBytes}. Request a smaller size, a lower quality or another format.`;
  throw new ServiceError('image_too_large', { detail });
}

/**
 * Stores a rendition; throws OutdatedError and leaves nothing behind if the image was deleted or
 * purged meanwhile. If the storage fails, the rendition is served unstored; it stays counted, and
 * making it again in this month costs nothing.
 */
async function keepRendition(
  services: Needs,
  image: ServedImage,
  claim: RenditionClaim,
  rendition: Rendition,
  result: { bytes: Uint8Array; contentType: string },
): Promise<void> {
  const { clock, renditions, objects, log } = services;
  const objectKey = renditionObjectKey(image.id, claim.renditionKey, claim.generation);
  const note = noteUnstored(log, image);
  if (!rendition.isOriginal) {
    await unlessStorageFails(objects.put(objectKey, result.bytes, result.contentType), note);
  }
  const completing = renditions.complete({ ...claim, now: clock() }, rendition);
  const isStored = await unlessStorageFails(completing, note);
  // the stored image in its place costs nothing (delivery.never-larger)
  if (isStored && !rendition.isOriginal && !claim.isFree) {
    await countOnDay(services, claim.projectId, 'transformations');
  }
  if (isStored !== false) return;
  const newer = await renditions.getRendition(image.id, claim.renditionKey, claim);
  // another process took the lease over and finished: the same bytes under the same key
  if (newer) return;
  await objects.remove(objectKey);
  throw new OutdatedError();
}

function noteUnstored(log: Needs['log'], { id }: ServedImage) {
  return ({ code }: StorageFaultError) => log.info('rendition not stored', { imageId: id, code });
}

function describe({ image, plan }: PlannedRendition, bytes: Uint8Array): Rendition {
  const isOriginal = plan.transformation.mayServeOriginal && bytes.length >= image.facts.bytes;
  if (isOriginal) return { bytes: image.facts.bytes, sha256: image.facts.sha256, isOriginal };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes: bytes.length, sha256, isOriginal };
}

async function giveBack(
  { clock, renditions, log }: Needs,
  image: ServedImage,
  claim: RenditionClaim | undefined,
  cause: unknown,
): Promise<never> {
  const note = noteUnstored(log, image);
  if (claim && cause instanceof ServiceError && cause.cause === TIMED_OUT) {
    const timedOut = { ...claim, now: clock() };
    const until = await unlessStorageFails(renditions.recordTimeout(timedOut), note);
    throw until === undefined ? cause : backingOff(until, timedOut.now, TIMED_OUT);
  }
  if (claim) await unlessStorageFails(renditions.release(claim), note);
  if (cause instanceof BrokenImageError) {
    throw new ServiceError('invalid_image', {
      detail: 'The stored image cannot be decoded.',
      cause,
    });
  }
  if (cause instanceof UnfitContentError) {
    const { code, detail } = cause.fault;
    throw new ServiceError(code, { detail, cause });
  }
  throw cause;
}

/**
 * Makes a claimed rendition, stores it and returns its bytes; a failure gives the claim back.
 * `claim` is undefined if the storage is full: the rendition is served, and neither stored nor
 * counted. `endsAt` is the deadline for its pixels, reading the original included.
 */
export async function makeRendition(
  services: Needs,
  delivery: PlannedRendition,
  claim: RenditionClaim | undefined,
  endsAt: number,
): Promise<OpenedImage> {
  const { image, plan } = delivery;
  const { format } = plan;
  try {
    const bytes = await renderPixels(services, delivery, endsAt);
    refuseUndeliverable(bytes);
    const rendition = describe(delivery, bytes);
    const { contentType } = FORMATS[format];
    if (claim) await keepRendition(services, image, claim, rendition, { bytes, contentType });
    services.log.info('rendition made', { imageId: image.id, format, bytes: rendition.bytes });
    const open = async () => ({ bytes: bytes.length, body: bodyOf(bytes) });
    return openedRendition(services, delivery, rendition, open);
  } catch (cause) {
    return giveBack(services, image, claim, cause);
  }
}
