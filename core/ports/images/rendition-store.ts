import type { AnyImageId, ImageId } from '../../images/ids.ts';
import type { EarlierClaim } from '../../projects/counted-month.ts';

export interface Rendition {
  readonly bytes: number;
  readonly sha256: string;
  /** The stored image was smaller and is served instead (delivery.never-larger). */
  readonly isOriginal: boolean;
}

/** The properties that a rendition must have to be served; any other is made again. */
export interface Revision {
  /** RENDITION_VERSION of the code that made it. */
  readonly version: number;
  /** The image's generation when its rendering began. */
  readonly generation: number;
}

export interface RenditionClaim extends Revision {
  readonly imageId: AnyImageId;
  readonly accountId: string;
  readonly projectId: string;
  readonly renditionKey: string;
  /** The same owner may claim again, as a retried invocation does. */
  readonly owner: string;
  /** Whether making it takes long; a hint for where it is made, which no store keeps. */
  readonly isCostly?: boolean;
  readonly now: number;
  readonly leaseMs: number;
  /** `2026-11`, UTC: the month that a unit of quota counts to. */
  readonly month: string;
  readonly maxTransformations: number | null;
  /** The maximum number of this image's renditions; null: any number (temporary.max-renditions). */
  readonly maxRenditions: number | null;
  /** Its price is below LIMITS.smallRenditionPriceMs: a timeout closes the image as a whole. */
  readonly isSmall: boolean;
  /** It costs no unit of quota, nor does its timeout: a thumbnail of the console. */
  readonly isFree?: boolean;
}

/** Where a rendition is recorded, and where a new one would count. */
export interface RenditionPlace extends Revision {
  readonly imageId: AnyImageId;
  readonly accountId: string;
  readonly projectId: string;
  readonly renditionKey: string;
  /** See RenditionClaim. */
  readonly month: string;
}

/**
 * A rendition as it was read. The store that read it remembers the rest: a claim or a completion
 * with it reads again only where something has changed since.
 */
export interface FoundRendition {
  /** The rendition, if it is ready and of the place's revision. */
  readonly ready: Rendition | undefined;
  /**
   * No process makes it, and a claim takes a trip to the store: the original may be read beside it.
   * A store in this process claims sooner than a file is read, so it answers false.
   */
  readonly mayReadAhead: boolean;
}

export type ClaimOutcome =
  | { readonly outcome: 'claimed' }
  | { readonly outcome: 'ready'; readonly rendition: Rendition }
  | {
      readonly outcome:
        | 'in_progress'
        | 'quota_exceeded'
        | 'rendition_limit_exceeded'
        | 'image_gone'
        /** The image's generation differs from the claim's. */
        | 'outdated';
    }
  /** The rendition timed out, or the image's renditions did: none begins before `until`. */
  | { readonly outcome: 'backing_off'; readonly until: number };

/** A rendition's record, for readers only. */
export interface RenditionPeek extends EarlierClaim, Revision {
  readonly isReady: boolean;
}

/**
 * The existing renditions, those in progress, and the count of transformations; every method is one
 * transaction.
 */
export interface RenditionStore extends AnswerNotes {
  getRendition(
    id: AnyImageId,
    renditionKey: string,
    revision: Revision,
  ): Promise<Rendition | undefined>;
  /** The same with all that a claim or a completion needs, in one read. */
  find(place: RenditionPlace): Promise<FoundRendition>;
  /**
   * The record of a rendition in any state, without a counted month before it is made; undefined if
   * it was never claimed, or given back.
   */
  peek(id: AnyImageId, renditionKey: string): Promise<RenditionPeek | undefined>;
  /**
   * Gives the caller the lease, and reserves a unit of the month for its duration, unless another
   * owner has it or the rendition is ready. Counted and reserved units never exceed
   * `maxTransformations` together. An expired lease frees its unit, even after a kill.
   */
  claim(claim: RenditionClaim, found?: FoundRendition): Promise<ClaimOutcome>;
  /**
   * Marks it ready and counts its unit. False if the lease was lost, or the image is gone or of
   * another generation: the stored object must then be removed. The unit that the image's timeouts
   * cost becomes the rendition's. The back-off of the rendition and of the image as a whole ends.
   */
  complete(claim: RenditionClaim, rendition: Rendition, found?: FoundRendition): Promise<boolean>;
  /** Gives the unit and the lease back after a failure. */
  release(claim: RenditionClaim): Promise<void>;
  /**
   * Gives them back after a timeout. The image's first timeout in a month counts as one unit, later
   * ones as none. Each prolongs the back-off of its rendition, or of the image as a whole
   * (core/images/rendition-back-off). Concurrent timeouts count as one. Answers the time until
   * which the rendition backs off; `now` if the lease was lost.
   */
  recordTimeout(claim: RenditionClaim): Promise<number>;
  /**
   * Deletes the record of a rendition of this revision whose object is gone. It can be claimed
   * again without a unit in the month that counted it.
   */
  forget(id: AnyImageId, renditionKey: string, revision: Revision): Promise<void>;
  /**
   * Deletes the records of every rendition of an image. While the image exists, each as `forget`
   * does: it can be claimed again, and still counts towards a temporary image's maximum. A
   * rendition in progress is left to its owner. A deleted image keeps no record of a rendition.
   */
  forgetAll(id: AnyImageId): Promise<void>;
}

/**
 * The part of the port RenditionStore that tells a deletion whether it must purge the edge twice
 * (docs/decisions/0029).
 */
export interface AnswerNotes {
  /**
   * Notes that a response with this image, or its temporary image, may be in flight to the edge
   * until `until`. A reader that then reads the image's record as live may respond, because a later
   * deletion finds the note.
   */
  noteAnswer(imageId: ImageId, until: number): Promise<void>;
  /**
   * The time until which a response may be in flight; 0 if none is, Infinity if that isn't noted.
   */
  lastAnswerEnd(imageId: ImageId): Promise<number>;
}
