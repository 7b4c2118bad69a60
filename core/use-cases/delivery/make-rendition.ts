import { createHash } from 'node:crypto';
import { withRecordedScreen } from '../../codecs/gif/with-recorded-screen.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { releaseBytes } from '../../foundation/release-bytes.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { type StorageFaultError, unlessStorageFails } from '../../foundation/storage-fault.ts';
import { TIMED_OUT, withinDeadline } from '../../foundation/within-deadline.ts';
import { bodyOf } from '../../images/body-of.ts';
import type { AnyImageId } from '../../images/ids.ts';
import { originalIdOf } from '../../images/image-states.ts';
import { originalObjectKey, renditionObjectKey } from '../../images/object-keys.ts';
import {
  BrokenImageError,
  type ImageEngine,
  UnfitContentError,
} from '../../ports/images/image-engine.ts';
import type {
  FoundRendition,
  Rendition,
  RenditionClaim,
} from '../../ports/images/rendition-store.ts';
import type { Services } from '../../ports/services.ts';
import { FORMATS } from '../../transform/formats.ts';
import { isTextOverlay } from '../../transform/overlay.ts';
import { countOnDay } from '../usage/count-on-day.ts';
import type { OpenedImage, PlannedRendition } from './delivery.ts';
import { findServedRendition } from './know-delivery.ts';
import { originalMissing } from './note-answer.ts';
import { openedRendition } from './open-served-image.ts';
import { readWhole } from './read-stored-object.ts';
import { OutdatedError, type ServedImage } from './served-image.ts';

/** The ports that making a rendition needs. */
export type MakingNeeds = Pick<
  Services,
  | 'clock'
  | 'images'
  | 'directUploads'
  | 'renditions'
  | 'objects'
  | 'imageEngine'
  | 'abandonProcess'
  | 'usage'
  | 'log'
>;

/** The bytes of an image, and of the overlays that are images, in their order. */
export interface Originals {
  readonly image: Uint8Array;
  readonly overlays: readonly Uint8Array[];
}

/** The right to make a rendition, and the work that has begun with it. */
export interface Making {
  /** Undefined if the storage is full: the rendition is served, and neither stored nor counted. */
  readonly claim: RenditionClaim | undefined;
  /** The deadline for its pixels, reading the original included; milliseconds of the Unix epoch. */
  readonly endsAt: number;
  /** The bytes of its images, where reading them has begun. */
  readonly originals: Promise<Originals> | undefined;
}

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

async function readOriginal(
  { objects }: Pick<MakingNeeds, 'objects'>,
  id: AnyImageId,
  createMissing: () => Error | Promise<Error>,
): Promise<Uint8Array> {
  const stored = await objects.get(originalObjectKey(id));
  if (!stored) throw await createMissing();
  return readWhole(stored);
}

/**
 * The originals of a rendition, read together. Throws the 404 of the image, and OutdatedError if an
 * overlay was deleted meanwhile, or the bytes of an image were replaced.
 */
export async function readOriginals(
  services: Pick<MakingNeeds, 'objects' | 'clock' | 'images' | 'directUploads'>,
  { image: served, plan }: PlannedRendition,
): Promise<Originals> {
  const drawn = plan.transformation.overlays.flatMap((overlay) =>
    isTextOverlay(overlay) ? [] : [overlay],
  );
  const [image, ...overlays] = await Promise.all([
    readOriginal(services, served.originalId, () => originalMissing(services, served)),
    ...drawn.map((overlay) =>
      readOriginal(services, originalIdOf(overlay), () => new OutdatedError()),
    ),
  ]);
  return { image, overlays };
}

async function renderOriginal(
  services: MakingNeeds,
  engine: ImageEngine,
  delivery: PlannedRendition,
  reading: Making['originals'],
): Promise<Uint8Array> {
  const { image: original, overlays } = await (reading ?? readOriginals(services, delivery));
  const { format, width, height, credit } = delivery.image.facts;
  const recorded = format === 'gif' ? withRecordedScreen(original, width, height) : original;
  const { transformation } = delivery.plan;
  const rendered = await engine.render(recorded, transformation, overlays, credit);
  // not after a failure: another pipeline of the engine may still read them
  for (const bytes of [original, ...overlays]) releaseBytes(bytes);
  return rendered;
}

async function renderPixels(
  services: MakingNeeds,
  delivery: PlannedRendition,
  { endsAt, originals }: Making,
): Promise<Uint8Array> {
  // before the deadline's timer: if the request moves to another process, this call never returns
  const engine = await services.imageEngine();
  const result = await withinDeadline(
    renderOriginal(services, engine, delivery, originals),
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

interface Made {
  readonly bytes: Uint8Array;
  readonly rendition: Rendition;
}

async function completeClaim(
  services: MakingNeeds,
  { image }: PlannedRendition,
  claim: RenditionClaim,
  rendition: Rendition,
  found: FoundRendition | undefined,
): Promise<void> {
  const { clock, renditions, objects, log } = services;
  const completing = renditions.complete({ ...claim, now: clock() }, rendition, found);
  const isStored = await unlessStorageFails(completing, noteUnstored(log, image));
  // the stored image in its place costs nothing (delivery.never-larger)
  if (isStored && !rendition.isOriginal && !claim.isFree) {
    await countOnDay(services, claim.projectId, 'transformations');
  }
  if (isStored !== false) return;
  const newer = await renditions.getRendition(image.id, claim.renditionKey, claim);
  // another process took the lease over and finished: the same bytes under the same key
  if (newer) return;
  await objects.remove(objectKeyOf(claim));
  await unlessStorageFails(renditions.release(claim), noteUnstored(log, image));
}

const objectKeyOf = ({ imageId, renditionKey, generation }: RenditionClaim) =>
  renditionObjectKey(imageId, renditionKey, generation);

/**
 * Stores a rendition and counts it; leaves nothing behind if the image was deleted or purged
 * meanwhile. If the storage fails, the rendition is served unstored; it stays counted, and making
 * it again in this month costs nothing. Never rejects: its response may have been sent.
 */
async function keepRendition(
  services: MakingNeeds,
  delivery: PlannedRendition,
  claim: RenditionClaim,
  { bytes, rendition }: Made,
  finding: Promise<FoundRendition>,
): Promise<void> {
  const { renditions, objects, log } = services;
  const { image, plan } = delivery;
  const objectKey = objectKeyOf(claim);
  const note = noteUnstored(log, image);
  const { contentType } = FORMATS[plan.format];
  const put = () => unlessStorageFails(objects.put(objectKey, bytes, contentType), note);
  const [stored, found] = await Promise.allSettled([
    rendition.isOriginal ? undefined : put(),
    finding,
  ]);
  try {
    if (stored.status === 'rejected') throw stored.reason;
    // without it the store reads again, and finds the reason
    const known = found.status === 'fulfilled' ? found.value : undefined;
    await completeClaim(services, delivery, claim, rendition, known);
  } catch (error) {
    log.error('rendition not kept', { imageId: image.id, error: String((error as Error).stack) });
    const releasing = unlessStorageFails(renditions.release(claim), note);
    await releasing.catch(() => undefined); // its lease ends by the clock
  }
}

function noteUnstored(log: MakingNeeds['log'], { id }: ServedImage) {
  return ({ code }: StorageFaultError) => log.info('rendition not stored', { imageId: id, code });
}

function describe({ image, plan }: PlannedRendition, bytes: Uint8Array): Rendition {
  const isOriginal = plan.transformation.mayServeOriginal && bytes.length >= image.facts.bytes;
  if (isOriginal) return { bytes: image.facts.bytes, sha256: image.facts.sha256, isOriginal };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes: bytes.length, sha256, isOriginal };
}

async function giveBack(
  { clock, renditions, log }: MakingNeeds,
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
 * Makes a claimed rendition and returns its bytes, which are being stored; a failure gives the
 * claim back. Throws the errors of the engine as refusals, and those of checkImage and
 * checkOverlays if an image is gone or changed by then.
 */
export async function makeRendition(
  services: MakingNeeds,
  delivery: PlannedRendition,
  making: Making,
): Promise<OpenedImage> {
  const { image, plan } = delivery;
  const { claim } = making;
  let kept: Promise<void> | undefined;
  try {
    const bytes = await renderPixels(services, delivery, making);
    refuseUndeliverable(bytes);
    const rendition = describe(delivery, bytes);
    const finding = findServedRendition(services, delivery);
    kept = claim && keepRendition(services, delivery, claim, { bytes, rendition }, finding);
    await finding;
    const { format } = plan;
    services.log.info('rendition made', { imageId: image.id, format, bytes: rendition.bytes });
    const open = async () => ({ bytes: bytes.length, body: bodyOf(bytes) });
    return openedRendition(services, delivery, rendition, { open, kept });
  } catch (cause) {
    await kept;
    return giveBack(services, image, claim, cause);
  }
}
