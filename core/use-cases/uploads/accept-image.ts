import { creditPart } from '../../codecs/credit/build-credit-packet.ts';
import type { Credit, CreditChoice } from '../../codecs/credit/credit.ts';
import { insertCredit } from '../../codecs/credit/insert-credit.ts';
import { readCredit } from '../../codecs/credit/read-credit.ts';
import { detectFormat } from '../../codecs/detect-format.ts';
import { endCodedData, mendCodedData, shortenCodedData } from '../../codecs/end-coded-data.ts';
import { findGainMap } from '../../codecs/gain-map/find-gain-map.ts';
import { joinGainMap } from '../../codecs/gain-map/join-gain-map.ts';
import {
  ImageFileFault,
  type ImageHeader,
  type RebuiltImage,
  uprightSize,
} from '../../codecs/image-file.ts';
import { hasWideGamut, listLosses } from '../../codecs/losses/list-losses.ts';
import type { LostPart } from '../../codecs/lost-part.ts';
import { rebuildImage } from '../../codecs/rebuild-image.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError, type ServiceErrorOptions } from '../../foundation/service-error.ts';
import { uploadTooLarge, ValidationTimeoutError } from '../../foundation/upload-errors.ts';
import { TIMED_OUT, withinDeadline } from '../../foundation/within-deadline.ts';
import { CONVERT_HEIC, describeForeignBytes } from '../../images/foreign-upload.ts';
import type { Placeholder } from '../../images/image-states.ts';
import {
  contentTypeOf,
  declaredFormat,
  foundFormat,
  isUnnamedType,
} from '../../images/upload-type.ts';
import {
  BrokenImageError,
  type EngineFacts,
  type ImageEngine,
} from '../../ports/images/image-engine.ts';
import type { Services } from '../../ports/services.ts';
import {
  type ConvertedFormat,
  isStored,
  type SentFormat,
  type UploadFormat,
} from '../../transform/formats.ts';
import { type ConvertedImage, convertImage } from './convert-image.ts';
import { takeGainMap } from './take-gain-map.ts';

export interface AcceptedImage {
  readonly format: UploadFormat;
  readonly convertedFrom: ConvertedFormat | null;
  /** The parts of the sent file that the stored bytes lack; null where they aren't known. */
  readonly lost: readonly LostPart[] | null;
  readonly hasWideGamut: boolean;
  readonly hasGainMap: boolean;
  /** Of the sent file, if the project keeps it; null for none. */
  readonly credit: Credit | null;
  /** The bytes to store, which contain only the image and the credit. */
  readonly bytes: Uint8Array;
  /** Of the upright image. */
  readonly facts: EngineFacts;
  readonly placeholder: Placeholder;
}

type Cleaned = Pick<AcceptedImage, 'bytes' | 'facts' | 'placeholder'>;

/** Runs work over hostile bytes; their faults become invalid_image. */
async function validating<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ImageFileFault) {
      throw new ServiceError('invalid_image', { detail: cause.reason, cause });
    }
    if (cause instanceof BrokenImageError) {
      throw new ServiceError('invalid_image', { detail: 'The image cannot be decoded.', cause });
    }
    throw cause;
  }
}

type Bounds = Pick<ImageHeader, 'width' | 'height' | 'frames'>;

function checkBounds({ width, height, frames }: Bounds): void {
  const { maxInputPixels, maxInputSide, maxInputFrames } = LIMITS;
  if (Math.max(width, height) <= maxInputSide && frames <= maxInputFrames) {
    if (width * height * frames <= maxInputPixels) return;
  }
  throw new ServiceError('image_too_large', {
    detail:
      `The image has ${width} x ${height} pixels in ${frames} ${frames === 1 ? 'frame' : 'frames'}; ` +
      `the maximum is ${maxInputPixels} pixels in total, ${maxInputSide} per side and ${maxInputFrames} frames.`,
  });
}

function uprightFacts(header: ImageHeader): EngineFacts {
  const { frames, hasAlpha } = header;
  return { ...uprightSize(header), frames, hasAlpha };
}

/** The kind of the bytes where it is not the declared one, and the next step. */
function mismatch(
  bytes: Uint8Array,
  declared: SentFormat,
  detected: ReturnType<typeof detectFormat>,
  accepted: readonly SentFormat[],
): ServiceErrorOptions {
  const sent = contentTypeOf(declared);
  const describe = (found: string) => `The Content-Type is ${sent}, but the bytes are ${found}.`;
  if (detected === 'heic' && !accepted.includes(detected)) {
    return { detail: describe(contentTypeOf(detected)), hint: CONVERT_HEIC };
  }
  if (detected) return { detail: describe(contentTypeOf(detected)) };
  const foreign = describeForeignBytes(bytes);
  if (!foreign) return { detail: describe('of no accepted type') };
  return { detail: describe(`of no accepted type: ${foreign.looksLike}`), hint: foreign.hint };
}

function checkNotEmpty(bytes: Uint8Array): void {
  if (bytes.length > 0) return;
  const hint = 'Check the path of the file; with curl: --data-binary @FILE.';
  throw new ServiceError('invalid_image', { detail: 'The body is empty.', hint });
}

/** The format of the bytes, where no type names one. */
function formatOfBytes(bytes: Uint8Array, accepted: readonly SentFormat[]): SentFormat {
  checkNotEmpty(bytes);
  const detected = detectFormat(bytes);
  return foundFormat(detected, describeForeignBytes(bytes), accepted);
}

function checkSignature(
  bytes: Uint8Array,
  declared: SentFormat,
  accepted: readonly SentFormat[],
): void {
  checkNotEmpty(bytes);
  const detected = detectFormat(bytes);
  if (detected === declared) return;
  throw new ServiceError('content_type_mismatch', mismatch(bytes, declared, detected, accepted));
}

async function isWhole(engine: ImageEngine, bytes: Uint8Array): Promise<boolean> {
  try {
    await engine.decodeFully(bytes);
    return true;
  } catch (error) {
    if (error instanceof BrokenImageError) return false;
    throw error;
  }
}

/** Whether the file holds bytes that no pixel needs: then it decodes without them too. */
async function hasUnusedBytes(engine: ImageEngine, bytes: Uint8Array): Promise<boolean> {
  for (const shorter of shortenCodedData(bytes)) {
    if (await isWhole(engine, shorter)) return true;
  }
  return false;
}

async function encodeAgain(
  engine: ImageEngine,
  bytes: Uint8Array,
  format: UploadFormat,
): Promise<Cleaned> {
  const encoded = await engine.reencode(bytes, format);
  return { ...encoded, placeholder: await engine.placeholder(encoded.bytes) };
}

/** The placeholder of the image, or of a mended one if the decoder refuses it. */
async function decodeOrMend(
  engine: ImageEngine,
  bytes: Uint8Array,
): Promise<Pick<Cleaned, 'bytes' | 'placeholder'>> {
  try {
    return { bytes, placeholder: await engine.placeholder(bytes) };
  } catch (error) {
    const mended = error instanceof BrokenImageError ? mendCodedData(bytes) : undefined;
    if (!mended) throw error;
    return { bytes: mended, placeholder: await engine.placeholder(mended) };
  }
}

/**
 * Proves that a rebuilt file is complete and contains only the image; a file with hidden bytes is
 * encoded again. The decode of a still for its placeholder is the proof, too.
 */
async function cleanAndDecode(
  engine: ImageEngine,
  { bytes, header }: RebuiltImage,
): Promise<Cleaned> {
  const whole = await endCodedData(bytes);
  if (header.frames > 1) await engine.decodeFully(whole);
  const { bytes: ended, placeholder } = await decodeOrMend(engine, whole);
  if (!(await hasUnusedBytes(engine, ended))) {
    return { bytes: ended, facts: uprightFacts(header), placeholder };
  }
  if (header.frames > 1) throw new ImageFileFault('A frame has bytes that no pixel needs.');
  return encodeAgain(engine, ended, header.format);
}

/**
 * From the walk, which blocks the event loop but is linear in the bytes, to the end of the last
 * decode.
 */
async function inTime<T>(
  { abandonProcess }: Pick<Services, 'abandonProcess'>,
  work: () => T | Promise<T>,
  deadlineMs: number,
): Promise<T> {
  const done = await withinDeadline(Promise.resolve().then(work), deadlineMs);
  if (done !== TIMED_OUT) return done;
  abandonProcess();
  throw new ValidationTimeoutError();
}

async function validate(
  engine: ImageEngine,
  { bytes: sent, credit: kept }: SentImage,
  sentFormat: SentFormat,
): Promise<AcceptedImage> {
  const convertedFrom = isStored(sentFormat) ? null : sentFormat;
  // the result of a conversion is cleaned and decoded too
  const converted: ConvertedImage = convertedFrom
    ? await convertImage(engine, sent, convertedFrom, checkBounds)
    : { bytes: sent };
  const { bytes, findMap = async () => findGainMap(bytes) } = converted;
  const rebuilt = rebuildImage(bytes, checkBounds);
  const cleaned = await cleanAndDecode(engine, rebuilt);
  const { format } = rebuilt.header;
  const gainMap = format === 'jpg' ? await takeGainMap(engine, findMap, rebuilt.header) : undefined;
  const credit = kept === 'keep' ? readCredit(sentFormat, sent) : null;
  const stored = gainMap
    ? joinGainMap(cleaned.bytes, gainMap, credit ? [creditPart(credit)] : [])
    : insertCredit(cleaned.bytes, credit);
  return {
    ...cleaned,
    format,
    convertedFrom,
    lost: listLosses({ format: sentFormat, bytes: sent }, { format, bytes: stored }),
    hasWideGamut: hasWideGamut(stored),
    hasGainMap: gainMap !== undefined,
    credit,
    bytes: stored,
  };
}

/** The received bytes, their declared type, and the setting of their project. */
export interface SentImage {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  /** Absent as `drop`. */
  readonly credit?: CreditChoice;
}

/**
 * Validates the bytes of any upload, cheapest check first, and cleans them (uploads.types,
 * uploads.full-decode, uploads.cleaning). Throws unsupported_media_type, payload_too_large,
 * content_type_mismatch, image_too_large, invalid_image, and a ValidationTimeoutError after the
 * deadline, which only tests alter.
 */
export async function acceptImage(
  services: Pick<Services, 'imageEngine' | 'abandonProcess'>,
  sent: SentImage,
  maxBytes: number,
  deadlineMs: number = LIMITS.proofDeadlineMs,
): Promise<AcceptedImage> {
  const { bytes, contentType } = sent;
  const engine = await services.imageEngine();
  const accepted = engine.inputFormats;
  const declared = isUnnamedType(contentType) ? undefined : declaredFormat(contentType, accepted);
  if (bytes.length > maxBytes) throw uploadTooLarge(maxBytes);
  if (declared) checkSignature(bytes, declared, accepted);
  const format = declared ?? formatOfBytes(bytes, accepted);
  return validating(() => inTime(services, () => validate(engine, sent, format), deadlineMs));
}
