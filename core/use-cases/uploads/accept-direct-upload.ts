import { detectFormat } from '../../codecs/detect-format.ts';
import { listLosses } from '../../codecs/losses/list-losses.ts';
import { readHeader } from '../../codecs/read-header.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { uploadTooLarge, ValidationTimeoutError } from '../../foundation/upload-errors.ts';
import { type DirectUpload, isRefusalReason } from '../../images/direct-upload.ts';
import type { TemporaryImageId } from '../../images/ids.ts';
import type { TemporaryImage } from '../../images/image-states.ts';
import { isLeaseHeld } from '../../images/lease.ts';
import { originalObjectKey } from '../../images/object-keys.ts';
import { contentTypeOf } from '../../images/upload-type.ts';
import type { StoredObject } from '../../ports/images/object-store.ts';
import type { Services } from '../../ports/services.ts';
import type { Refusal } from '../../ports/uploads/direct-upload-store.ts';
import { FORMATS, isStored, type SentFormat } from '../../transform/formats.ts';
import { UNKNOWN_TYPE } from '../../transform/sent-formats.ts';
import { readWhole } from '../delivery/read-stored-object.ts';
import { type AcceptedImage, acceptImage } from './accept-image.ts';
import { describeUpload } from './describe-upload.ts';
import { TEMPORARY_LIMITS, uploadLimitExceeded } from './temporary-limits.ts';

type Needs = Pick<
  Services,
  | 'clock'
  | 'images'
  | 'directUploads'
  | 'objects'
  | 'incoming'
  | 'imageEngine'
  | 'abandonProcess'
  | 'log'
>;

/** One write of an object: sending the form again makes another, with its own entity tag. */
export interface Arrival {
  readonly temporaryImageId: TemporaryImageId;
  readonly etag: string;
}

/** Refuses by length, without reading it, an object that the form would not have allowed. */
async function checkLength({ bytes, body }: StoredObject, maxBytes: number): Promise<void> {
  if (bytes <= maxBytes) return;
  await body[Symbol.asyncIterator]().return?.();
  throw uploadTooLarge(maxBytes);
}

async function readSent(object: StoredObject): Promise<Uint8Array> {
  await checkLength(object, LIMITS.maxDirectUploadBytes);
  return readWhole(object);
}

function validate(
  services: Needs,
  { format, credit }: Pick<DirectUpload, 'format' | 'credit'>,
  bytes: Uint8Array,
): Promise<AcceptedImage> {
  const sent = { bytes, contentType: format ? contentTypeOf(format) : UNKNOWN_TYPE, credit };
  return acceptImage(services, sent, LIMITS.maxDirectUploadBytes);
}

/** The sent image, if it is still there. */
async function readArrival(
  { incoming }: Needs,
  { format }: DirectUpload,
  { temporaryImageId, etag }: Arrival,
): Promise<{ readonly format: SentFormat; readonly bytes: Uint8Array } | undefined> {
  const object = await incoming.get(temporaryImageId, etag);
  if (!object) return undefined;
  const bytes = await readSent(object);
  const detected = format ?? detectFormat(bytes);
  return detected && { format: detected, bytes };
}

/**
 * The facts of a stored clean copy: of its own bytes, even if validation encoded it again, and the
 * credit that they state. Its losses are those of the sent image, and unknown without it.
 */
async function describeStored(
  services: Needs,
  upload: DirectUpload,
  arrival: Arrival,
  stored: StoredObject,
): Promise<AcceptedImage> {
  const bytes = await readSent(stored);
  const sent = await readArrival(services, upload, arrival);
  const sentAs = upload.format ?? sent?.format ?? null;
  const { credit } = upload;
  const accepted = await validate(services, { format: readHeader(bytes).format, credit }, bytes);
  const convertedFrom = sentAs && !isStored(sentAs) ? sentAs : null;
  const lost = sent ? listLosses(sent, { format: accepted.format, bytes }) : null;
  return { ...accepted, bytes, convertedFrom, lost };
}

/**
 * The stored clean copy, ours or the first one. A stored original is never overwritten, so no
 * record ever describes other bytes. Undefined if there is neither a copy nor an incoming object.
 */
async function storeFirst(
  services: Needs,
  upload: DirectUpload,
  arrival: Arrival,
): Promise<AcceptedImage | undefined> {
  const { temporaryImageId, etag } = arrival;
  const key = originalObjectKey(temporaryImageId);
  const before = await services.objects.get(key);
  // its worker died, or still runs
  if (before) return describeStored(services, upload, arrival, before);
  const object = await services.incoming.get(temporaryImageId, etag);
  if (!object) return undefined;
  const accepted = await validate(services, upload, await readSent(object));
  const { contentType } = FORMATS[accepted.format];
  if (await services.objects.putNew(key, accepted.bytes, contentType)) return accepted;
  const first = await services.objects.get(key);
  return first && describeStored(services, upload, arrival, first);
}

function temporaryOf(upload: DirectUpload, accepted: AcceptedImage): TemporaryImage {
  const { temporaryImageId, imageId, projectId, accountId, createdAt, expiresAt } = upload;
  return {
    ...describeUpload(accepted, upload.originalFilename),
    temporaryImageId,
    imageId,
    projectId,
    accountId,
    createdAt,
    expiresAt,
    state: 'temporary',
    isSaved: false,
  };
}

/** Removes the stored copy, unless it belongs to a temporary image by now. */
async function dropCopy({ images, objects }: Needs, id: TemporaryImageId): Promise<void> {
  if (await images.getTemporaryImage(id)) return;
  await objects.remove(originalObjectKey(id));
}

async function refuse(services: Needs, id: TemporaryImageId, refusal: Refusal): Promise<void> {
  const isRefused = await services.directUploads.refuse(id, refusal);
  if (isRefused) services.log.info('direct upload refused', { temporaryImageId: id, ...refusal });
  await dropCopy(services, id);
}

async function acceptOrRefuse(
  services: Needs,
  upload: DirectUpload,
  arrival: Arrival,
): Promise<'validated' | 'replaced'> {
  const accepted = await storeFirst(services, upload, arrival);
  if (!accepted) return 'replaced';
  const image = temporaryOf(upload, accepted);
  const now = services.clock();
  const outcome = await services.directUploads.accept(image, TEMPORARY_LIMITS, now);
  if (outcome === 'limit_exceeded') throw uploadLimitExceeded();
  if (outcome === 'not_pending') await dropCopy(services, image.temporaryImageId);
  return 'validated';
}

const TOO_COSTLY: Refusal = {
  reason: 'too_costly',
  detail: `The validation of the image failed ${LIMITS.maxKilledValidations} times because it takes too long or too much memory.`,
};

/**
 * The reason with which a failure refuses the bytes; undefined for an error of the service, which
 * is retried.
 */
function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof ServiceError) || !isRefusalReason(error.code)) return undefined;
  return { reason: error.code, detail: error.message };
}

/** Whether all permitted attempts to validate these bytes were killed, and none still runs. */
function isTooCostly({ judging }: DirectUpload, { etag }: Arrival, now: number): boolean {
  if (judging?.etag !== etag || judging.openTries < LIMITS.maxKilledValidations) return false;
  const leaseMs = LIMITS.acceptTimeoutMs;
  if (!isLeaseHeld(judging.since + leaseMs, { now, leaseMs })) return true;
  throw new ServiceError('busy', { detail: 'The bytes are already being validated; retry.' });
}

/**
 * Validates in an attempt that is counted until it ends. An attempt that ran out of time or was
 * killed stays counted.
 */
async function validateCounted(
  services: Needs,
  upload: DirectUpload,
  arrival: Arrival,
): Promise<'validated' | 'replaced'> {
  const { temporaryImageId: id, etag } = arrival;
  const { directUploads } = services;
  const tries = await directUploads.beginValidation(id, etag, services.clock());
  try {
    const outcome = await acceptOrRefuse(services, upload, arrival);
    if (outcome === 'replaced') await directUploads.endValidation(id, etag);
    return outcome;
  } catch (error) {
    if (error instanceof ValidationTimeoutError) {
      if (tries === undefined || tries < LIMITS.maxKilledValidations) throw error;
      await refuse(services, id, TOO_COSTLY);
      return 'validated';
    }
    const refusal = refusalOf(error);
    if (!refusal) {
      await directUploads.endValidation(id, etag);
      throw error;
    }
    await refuse(services, id, refusal);
    return 'validated';
  }
}

/**
 * Validates the object that a direct upload's form sent in, and makes it the temporary image
 * (uploads.direct-result). It may be called any number of times for one arrival, and for several in
 * any order. It may be killed at any point: the first stored clean copy counts. Later arrivals are
 * swept.
 */
export async function acceptDirectUpload(services: Needs, arrival: Arrival): Promise<void> {
  const { temporaryImageId: id } = arrival;
  const upload = await services.directUploads.get(id);
  if (upload?.state === 'pending' && services.clock() < upload.expiresAt) {
    if (isTooCostly(upload, arrival, services.clock())) await refuse(services, id, TOO_COSTLY);
    // the object that replaced it has its own notification
    else if ((await validateCounted(services, upload, arrival)) === 'replaced') return;
  } else await dropCopy(services, id); // left by a killed validation after another refused
  await services.incoming.remove(id);
}
