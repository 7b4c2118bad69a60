import type { CreditChoice } from '../codecs/credit/credit.ts';
import type { ProblemCode } from '../foundation/problems.ts';
import { isStored, type SentFormat } from '../transform/formats.ts';
import type { ImageId, TemporaryImageId } from './ids.ts';
import { imagePath } from './image-url.ts';

/**
 * The reason why the bytes of a direct upload did not become a temporary image. It is the error of
 * a call with a body (uploads.direct-states), or their validation was killed repeatedly
 * (uploads.validation-timeout).
 */
export const REFUSAL_REASONS = [
  'unsupported_media_type',
  'payload_too_large',
  'content_type_mismatch',
  'image_too_large',
  'invalid_image',
  'upload_limit_exceeded',
  'too_costly',
] as const satisfies readonly (ProblemCode | 'too_costly')[];
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/**
 * A temporary image whose bytes are sent to the store directly: promised by a form, not yet
 * validated, or validated already.
 */
export interface DirectUpload {
  readonly temporaryImageId: TemporaryImageId;
  /** The id that saving gives; see TemporaryImage. */
  readonly imageId: ImageId;
  readonly projectId: string;
  readonly accountId: string;
  /** `accepted` once it is a temporary image, which then has its own record. */
  readonly state: 'pending' | 'refused' | 'accepted';
  /** The declared type; null where the bytes decide. */
  readonly format: SentFormat | null;
  /** The declared maximum. */
  readonly bytes: number;
  readonly originalFilename: string | null;
  /** The setting of its project when the form was made. */
  readonly credit: CreditChoice;
  /** Milliseconds of the Unix epoch, as every `...At`. */
  readonly createdAt: number;
  /** From then on no bytes are expected, and its place in the project's limits is free. */
  readonly pendingUntil: number;
  /** The expiry of the temporary image that it becomes. */
  readonly expiresAt: number;
  readonly reason: RefusalReason | null;
  /** The fault of the bytes, for users; null until it is refused. */
  readonly detail: string | null;
  /** The attempts to validate the latest bytes; null until one begins. */
  readonly judging: Validation | null;
}

/**
 * Attempts to validate one arrival: those that have begun and not ended, so that all but the last
 * were killed.
 */
export interface Validation {
  /** Of the arrival: other bytes start at zero. */
  readonly etag: string;
  readonly openTries: number;
  /** The time when the last of them began. */
  readonly since: number;
}

/** The path of the promised temporary image, before the bytes show their format. */
export function promisedPath({
  temporaryImageId,
  format,
}: Pick<DirectUpload, 'temporaryImageId' | 'format'>): string {
  return imagePath(temporaryImageId, format && isStored(format) ? format : 'jpg');
}

/** Whether its bytes may still arrive, or are being validated. */
export function isAwaited({ state, pendingUntil }: DirectUpload, now: number): boolean {
  return state === 'pending' && now < pendingUntil;
}

/** Whether an error's code refuses the bytes permanently; any other error may be temporary. */
export function isRefusalReason(code: ProblemCode): code is RefusalReason & ProblemCode {
  return (REFUSAL_REASONS as readonly string[]).includes(code);
}
