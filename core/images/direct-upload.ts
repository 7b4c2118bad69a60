import type { ProblemCode } from '../foundation/problems.ts';
import type { UploadFormat } from '../transform/formats.ts';
import type { ImageId, TemporaryImageId } from './ids.ts';

/**
 * Why the bytes of a direct upload did not become a temporary image: what the call with a body
 * would have answered (uploads.direct-states), or that judging them was killed again and again
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
 * A temporary image whose bytes are sent to the store directly: promised by a form, not yet judged,
 * or judged already.
 */
export interface DirectUpload {
  readonly temporaryImageId: TemporaryImageId;
  /** The id that saving gives; see TemporaryImage. */
  readonly imageId: ImageId;
  readonly projectId: string;
  readonly accountId: string;
  /** `accepted` once it is a temporary image, whose own record then tells the rest. */
  readonly state: 'pending' | 'refused' | 'accepted';
  /** What it was declared as. */
  readonly format: UploadFormat;
  /** What it was declared to have at most. */
  readonly bytes: number;
  readonly originalFilename: string | null;
  /** Milliseconds of the Unix epoch, as every `...At`. */
  readonly createdAt: number;
  /** From then on nothing is expected any more, and its place in the project's limits is free. */
  readonly pendingUntil: number;
  /** The end of the temporary image that it becomes. */
  readonly expiresAt: number;
  readonly reason: RefusalReason | null;
  /** What was wrong with the bytes, for a person; null until it is refused. */
  readonly detail: string | null;
  /** The tries to judge the bytes that came last; null until one begins. */
  readonly judging: Validation | null;
}

/**
 * Tries to judge one arrival: those that have begun and have come to no end, so that all but the
 * last were killed.
 */
export interface Validation {
  /** Of the arrival: other bytes begin anew. */
  readonly etag: string;
  readonly openTries: number;
  /** When the last of them began. */
  readonly since: number;
}

/** Whether its bytes may still come, or are being judged. */
export function isAwaited({ state, pendingUntil }: DirectUpload, now: number): boolean {
  return state === 'pending' && now < pendingUntil;
}

/** Whether an error's code is one that refuses the bytes for good; anything else may pass. */
export function isRefusalReason(code: ProblemCode): code is RefusalReason & ProblemCode {
  return (REFUSAL_REASONS as readonly string[]).includes(code);
}
