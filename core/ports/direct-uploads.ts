import type { DirectUpload, RefusalReason } from '../images/direct-upload.ts';
import type { TemporaryImageId } from '../images/ids.ts';
import type { TemporaryImage } from '../images/image-states.ts';
import type { StoredObject } from './services.ts';

/** What a project may have in temporary images that are neither saved nor ended. */
export interface TemporaryLimits {
  readonly maxCount: number;
  readonly maxBytes: number;
}

/** Direct uploads from the form to the judgement; every write is durable before its promise resolves, and atomic. */
export interface DirectUploadStore {
  /** Refuses as addTemporaryImage does; until `pendingUntil` it counts there as one that has all the bytes it was declared with. */
  add(
    upload: DirectUpload,
    limits: TemporaryLimits,
    now: number,
  ): Promise<'added' | 'limit_exceeded'>;
  get(id: TemporaryImageId): Promise<DirectUpload | undefined>;
  /** Makes the pending upload a temporary image, once, in its place in the limits; `not_pending` where it was judged before. */
  accept(
    image: TemporaryImage,
    limits: TemporaryLimits,
    now: number,
  ): Promise<'accepted' | 'limit_exceeded' | 'not_pending'>;
  /** Counts a try to judge these bytes, before it is made; the tries open then, this one among them, or undefined where it was judged before. */
  beginJudging(id: TemporaryImageId, etag: string, now: number): Promise<number | undefined>;
  /** Takes a try back that came to an end without a judgement; does nothing where it was judged, or other bytes are being. */
  endJudging(id: TemporaryImageId, etag: string): Promise<void>;
  /** Ends the pending upload and frees its place; false where it was judged before. */
  refuse(id: TemporaryImageId, refusal: Refusal): Promise<boolean>;
}

export interface Refusal {
  readonly reason: RefusalReason;
  readonly detail: string;
}

/** What the form of a direct upload lets its holder write, and until when. */
export interface UploadFormTerms {
  readonly temporaryImageId: TemporaryImageId;
  readonly contentType: string;
  readonly maxBytes: number;
  readonly now: number;
  readonly endsAt: number;
}

/** An address and the fields to send there before the file, as AWS's createPresignedPost answers them. */
export interface UploadForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Signs forms, whose holder needs no other permission. */
export interface UploadForms {
  create(terms: UploadFormTerms): Promise<UploadForm>;
}

/** Where the bytes of direct uploads come in, which nothing serves. */
export interface IncomingObjects {
  /** The bytes that came in with this entity tag; undefined where they are gone, or others have taken their place. */
  get(id: TemporaryImageId, etag: string): Promise<StoredObject | undefined>;
  /** Removes whatever has come in. */
  remove(id: TemporaryImageId): Promise<void>;
}

/** The part of the services that direct uploads need from outside. */
export interface UploadServices {
  readonly directUploads: DirectUploadStore;
  readonly uploadForms: UploadForms;
  readonly incoming: IncomingObjects;
}
