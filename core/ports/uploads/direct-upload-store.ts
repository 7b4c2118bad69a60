import type { DirectUpload, RefusalReason } from '../../images/direct-upload.ts';
import type { TemporaryImageId } from '../../images/ids.ts';
import type { TemporaryImage, TemporaryLimits } from '../../images/image-states.ts';

/**
 * Direct uploads from the form to their validation; every write is durable before its promise
 * resolves, and atomic.
 */
export interface DirectUploadStore {
  /**
   * Refuses as addTemporaryImage does; until `pendingUntil` it counts there with all its declared
   * bytes.
   */
  add(
    upload: DirectUpload,
    limits: TemporaryLimits,
    now: number,
  ): Promise<'added' | 'limit_exceeded'>;
  get(id: TemporaryImageId): Promise<DirectUpload | undefined>;
  /**
   * Makes the pending upload a temporary image, in its place in the limits; `not_pending` if its
   * validation has ended before.
   */
  accept(
    image: TemporaryImage,
    limits: TemporaryLimits,
    now: number,
  ): Promise<'accepted' | 'limit_exceeded' | 'not_pending'>;
  /**
   * Counts an attempt to validate these bytes, before it begins. Answers the open attempts, this
   * one included, or undefined if the validation has ended before.
   */
  beginValidation(id: TemporaryImageId, etag: string, now: number): Promise<number | undefined>;
  /**
   * Removes the count of an attempt that ended without a result. Does nothing if the validation has
   * ended, or other bytes are being validated.
   */
  endValidation(id: TemporaryImageId, etag: string): Promise<void>;
  /** Ends the pending upload and frees its place; false if its validation has ended before. */
  refuse(id: TemporaryImageId, refusal: Refusal): Promise<boolean>;
}

export interface Refusal {
  readonly reason: RefusalReason;
  readonly detail: string;
}
