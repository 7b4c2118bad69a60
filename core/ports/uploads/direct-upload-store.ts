import type { DirectUpload, RefusalReason } from '../../images/direct-upload.ts';
import type { TemporaryImageId } from '../../images/ids.ts';
import type { TemporaryImage, TemporaryLimits } from '../../images/image-states.ts';

/**
 * Direct uploads from the form to the judgement; every write is durable before its promise
 * resolves, and atomic.
 */
export interface DirectUploadStore {
  /**
   * Refuses as addTemporaryImage does; until `pendingUntil` it counts there as one that has all the
   * bytes it was declared with.
   */
  add(
    upload: DirectUpload,
    limits: TemporaryLimits,
    now: number,
  ): Promise<'added' | 'limit_exceeded'>;
  get(id: TemporaryImageId): Promise<DirectUpload | undefined>;
  /**
   * Makes the pending upload a temporary image, once, in its place in the limits; `not_pending`
   * where it was judged before.
   */
  accept(
    image: TemporaryImage,
    limits: TemporaryLimits,
    now: number,
  ): Promise<'accepted' | 'limit_exceeded' | 'not_pending'>;
  /**
   * Counts a try to judge these bytes, before it is made; the tries open then, this one among them,
   * or undefined where it was judged before.
   */
  beginValidation(id: TemporaryImageId, etag: string, now: number): Promise<number | undefined>;
  /**
   * Takes a try back that came to an end without a judgement; does nothing where it was judged, or
   * other bytes are being.
   */
  endValidation(id: TemporaryImageId, etag: string): Promise<void>;
  /** Ends the pending upload and frees its place; false where it was judged before. */
  refuse(id: TemporaryImageId, refusal: Refusal): Promise<boolean>;
}

export interface Refusal {
  readonly reason: RefusalReason;
  readonly detail: string;
}
