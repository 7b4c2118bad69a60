import type { AnyImageId, ImageId } from '../../images/ids.ts';
import type { EarlierClaim } from '../../projects/counted-month.ts';

export interface Rendition {
  readonly bytes: number;
  readonly sha256: string;
  /** The stored picture was smaller and is served instead (delivery.never-larger). */
  readonly isOriginal: boolean;
}

/** What a rendition must be of to be served; of any other it is made anew. */
export interface Edition {
  /** RENDITION_VERSION of who made it. */
  readonly version: number;
  /** The picture's generation when its making began. */
  readonly generation: number;
}

export interface RenditionClaim extends Edition {
  readonly imageId: AnyImageId;
  readonly accountId: string;
  readonly projectId: string;
  readonly renditionKey: string;
  /** The same owner may claim again, as a retried invocation does. */
  readonly owner: string;
  readonly now: number;
  readonly leaseMs: number;
  /** `2026-11`, UTC: the month that a unit of quota is counted to. */
  readonly month: string;
  readonly maxTransformations: number | null;
  /** Renditions that this picture may have; null: any number (temporary.max-renditions). */
  readonly maxRenditions: number | null;
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
        /** The picture's generation is no longer the claim's. */
        | 'outdated';
    }
  /** The picture's renditions timed out: no new one of it is begun before `until`. */
  | { readonly outcome: 'backing_off'; readonly until: number };

/** A rendition's record, for who only wants to know. */
export interface RenditionPeek extends EarlierClaim, Edition {
  readonly isReady: boolean;
}

/**
 * Which renditions exist or are being made, and the count of transformations; every method is one
 * transaction.
 */
export interface RenditionStore extends AnswerNotes {
  getRendition(
    id: AnyImageId,
    renditionKey: string,
    edition: Edition,
  ): Promise<Rendition | undefined>;
  /**
   * What is known of a rendition, whatever its state, no counted month before it is made; undefined
   * where it was never claimed, or given back.
   */
  peek(id: AnyImageId, renditionKey: string): Promise<RenditionPeek | undefined>;
  /**
   * Gives the caller the lease, and reserves a unit of the month for as long, unless somebody else
   * holds it or the rendition is ready. Units that are counted and reserved never pass
   * `maxTransformations` together; a lease that runs out, whoever was killed, frees its unit by
   * itself.
   */
  claim(claim: RenditionClaim): Promise<ClaimOutcome>;
  /**
   * Marks it ready and counts its unit; false where the lease was lost, or the picture is gone or
   * of another generation: what was stored must then be removed. The unit that the picture's
   * time-outs cost becomes the rendition's, and the picture backs off no more.
   */
  complete(claim: RenditionClaim, rendition: Rendition): Promise<boolean>;
  /** Gives the unit and the lease back after a failure. */
  release(claim: RenditionClaim): Promise<void>;
  /**
   * Gives them back after the work ran out of time. The picture's first time-out in a month is
   * counted as one unit, later ones as none; after each the picture backs off for longer. Of those
   * that ran at once only one counts.
   */
  timeOut(claim: RenditionClaim): Promise<void>;
  /**
   * Forgets a rendition of this edition whose object is gone, so that it can be claimed again
   * without a unit in the month it was counted in.
   */
  forget(id: AnyImageId, renditionKey: string, edition: Edition): Promise<void>;
  /**
   * Forgets every rendition of a picture. While the picture is there, each as `forget` does: it can
   * be claimed again, and is still one of those that a temporary picture may have; one that is
   * being made is left to its maker. Of a deleted picture no record of a rendition stays.
   */
  forgetAll(id: AnyImageId): Promise<void>;
}

/**
 * The part of the port RenditionStore by which a deletion knows whether it has to tell the edge
 * twice (docs/decisions/0029).
 */
export interface AnswerNotes {
  /**
   * Notes that an answer with this image, or its temporary image, may be on its way to the edge
   * until `until`. Who reads the picture's record after that and finds it live may answer: whoever
   * deletes it then finds the note.
   */
  noteAnswer(imageId: ImageId, until: number): Promise<void>;
  /** Until when an answer may be on its way; 0 where none is, Infinity where that isn't noted. */
  lastAnswerEnd(imageId: ImageId): Promise<number>;
}
