import { LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../contract/service-error.ts';
import { declaredFormat } from '../images/upload-type.ts';
import { detectFormat } from '../pictures/detect-format.ts';
import { PictureFault, type PictureHeader } from '../pictures/picture.ts';
import { readHeader } from '../pictures/read-header.ts';
import { rebuildPicture } from '../pictures/rebuild-picture.ts';
import { BrokenPictureError, type EngineFacts, type ImageEngine, type Services } from '../ports.ts';
import type { Format } from '../transform/formats.ts';
import { TIMED_OUT, withinDeadline } from './within-deadline.ts';

export interface AcceptedPicture {
  readonly format: Format;
  /** What is stored: nothing in it but the picture. */
  readonly bytes: Uint8Array;
  /** Of the upright picture. */
  readonly facts: EngineFacts;
}

/** Runs work over hostile bytes, what they do wrong told as invalid_image. */
async function judging<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof PictureFault) {
      throw new ServiceError('invalid_image', { detail: cause.reason, cause });
    }
    if (cause instanceof BrokenPictureError) {
      throw new ServiceError('invalid_image', { detail: 'The picture can not be decoded.', cause });
    }
    throw cause;
  }
}

function checkBounds({ width, height, frames }: PictureHeader): void {
  const { maxInputPixels, maxInputSide, maxInputFrames } = LIMITS;
  if (Math.max(width, height) <= maxInputSide && frames <= maxInputFrames) {
    if (width * height * frames <= maxInputPixels) return;
  }
  throw new ServiceError('image_too_large', {
    detail:
      `The picture has ${width} x ${height} pixels in ${frames} ${frames === 1 ? 'frame' : 'frames'}; ` +
      `at most ${maxInputPixels} in all, ${maxInputSide} a side and ${maxInputFrames} frames are accepted.`,
  });
}

function uprightFacts({
  width,
  height,
  orientation,
  frames,
  hasAlpha,
}: PictureHeader): EngineFacts {
  const isTurned = orientation >= 5; // EXIF 2.32 4.6.4: 5 to 8 swap rows and columns
  return isTurned
    ? { width: height, height: width, frames, hasAlpha }
    : { width, height, frames, hasAlpha };
}

function checkSignature(bytes: Uint8Array, declared: Format): void {
  if (bytes.length === 0) throw new ServiceError('invalid_image', { detail: 'The body is empty.' });
  const detected = detectFormat(bytes);
  if (detected === declared) return;
  throw new ServiceError('content_type_mismatch', {
    detail: `The Content-Type says ${declared}, the bytes are ${detected ?? 'of no type that is accepted'}.`,
  });
}

async function prove(
  { abandonProcess }: Pick<Services, 'abandonProcess'>,
  engine: ImageEngine,
  bytes: Uint8Array,
): Promise<void> {
  const proof = await withinDeadline(engine.proveWhole(bytes), LIMITS.proofDeadlineMs);
  if (proof !== TIMED_OUT) return;
  abandonProcess();
  throw new ServiceError('invalid_image', { detail: 'The picture takes too long to decode.' });
}

/**
 * Judges an upload's bytes, cheapest check first, and cleans them (CONTRACT C4.1, C4.2, C4.5).
 * Throws unsupported_media_type, content_type_mismatch, image_too_large, invalid_image.
 */
export async function acceptPicture(
  services: Pick<Services, 'imageEngine' | 'abandonProcess'>,
  bytes: Uint8Array,
  contentType: string | undefined,
): Promise<AcceptedPicture> {
  const engine = await services.imageEngine();
  const format = declaredFormat(contentType, engine.inputFormats);
  if (bytes.length > LIMITS.maxUploadBytes) throw uploadTooLarge();
  checkSignature(bytes, format);
  if (format === 'avif') {
    const made = await judging(() => engine.reencode(bytes, format));
    return { format, bytes: made.bytes, facts: made.facts };
  }
  checkBounds(await judging(() => readHeader(bytes)));
  const rebuilt = await judging(() => rebuildPicture(bytes));
  await judging(() => prove(services, engine, rebuilt.bytes));
  return { format, bytes: rebuilt.bytes, facts: uprightFacts(rebuilt.header) };
}

/** The answer to an upload over the limit, whichever wall was met. */
export function uploadTooLarge(): ServiceError {
  return new ServiceError('payload_too_large', {
    detail: `An upload has at most ${LIMITS.maxUploadBytes} bytes.`,
    members: { maxBytes: LIMITS.maxUploadBytes },
  });
}
