import type { PurgeStep } from '../../images/erasure-steps.ts';
import type { ImageId, TemporaryImageId } from '../../images/ids.ts';
import type { ImageListQuery, ImagePage } from '../../images/image-list.ts';
import type { Image, TemporaryImage, TemporaryLimits } from '../../images/image-states.ts';
import type { Metadata } from '../../images/metadata.ts';

export interface SaveLimits {
  /** Images that the account may have; null: any number. */
  readonly maxImages: number | null;
}

export type SaveOutcome =
  | { readonly outcome: 'saved' | 'already_saved'; readonly image: Image }
  | { readonly outcome: 'quota_exceeded' | 'ended' | 'deleted' | 'taken_down' };

/** Images and temporary images. Every write is durable before its promise resolves, and atomic. */
export interface ImageStore extends PurgeRecords, ProjectImages {
  /**
   * Refuses ('limit_exceeded', nothing stored) where the project would then have more live unsaved
   * ones, or bytes of them, than the limits.
   */
  addTemporaryImage(
    image: TemporaryImage,
    limits: TemporaryLimits,
    now: number,
  ): Promise<'added' | 'limit_exceeded'>;
  getTemporaryImage(id: TemporaryImageId): Promise<TemporaryImage | undefined>;
  getImage(id: ImageId): Promise<Image | undefined>;
  /**
   * Makes the image of a temporary one and counts it to the account, once: a second call answers
   * `already_saved` with the first's image. `ended` where the temporary image isn't live at `now`
   * and was never saved, `deleted` where its image is deleted. `quota_exceeded` too where the
   * project is no longer on the image's account: nothing is ever counted to the former one after a
   * hand-over.
   */
  saveImage(image: Image, limits: SaveLimits, now: number): Promise<SaveOutcome>;
  /**
   * Stores the metadata and raises the version if the image is still saved and as it was read;
   * answers whether it did.
   */
  replaceMetadata(image: Image, metadata: Metadata): Promise<boolean>;
  /**
   * Saved images of a list, newest first, by an index: the cost is that of the page, however long
   * the list is.
   */
  listImages(query: ImageListQuery): Promise<ImagePage>;
  /**
   * The tombstone: from here on the image and its temporary image are gone for every reader, the
   * count of the account that its project is on now is lower and the purge is due. Answers false
   * where it was deleted before.
   */
  markDeleting(id: ImageId, now: number): Promise<boolean>;
}

/**
 * The part of the port ImageStore by which nothing that was to go is ever left: what is due, and
 * how far it has come.
 */
export interface PurgeRecords {
  /**
   * Ids of images of which a purge is due and not finished, of the image or of its renditions,
   * oldest first.
   */
  listPurgesDue(limit: number): Promise<ImageId[]>;
  /** Writes a step of the purge with its time, once; `swept` ends the purge (state `deleted`). */
  recordPurgeStep(id: ImageId, step: PurgeStep, at: number): Promise<void>;
  getPurgeSteps(id: ImageId): Promise<Partial<Record<PurgeStep, number>>>;
  /**
   * Outdates every rendition of a saved image at once, by raising its generation, and makes the
   * purge of what is left of them due. Answers false where the image isn't saved.
   */
  outdateRenditions(id: ImageId, now: number): Promise<boolean>;
  /** Undefined where no outdated renditions are to be purged. */
  getOutdated(id: ImageId): Promise<OutdatedRenditions | undefined>;
  /**
   * Notes that they are removed, or ends their purge; false where the generation was raised since.
   */
  recordOutdated(id: ImageId, generation: number, done: 'removed' | 'swept'): Promise<boolean>;
  /**
   * Temporary images that ended by `end` and may have left something, saved ones among them,
   * longest ended first.
   */
  listEnded(end: number, limit: number): Promise<TemporaryImage[]>;
  /**
   * Ends a temporary image whose time is over for every clock, a writer's that is late too; answers
   * it as it then is.
   */
  closeEnded(id: TemporaryImageId, now: number): Promise<TemporaryImage | undefined>;
  /** Says that nothing is left of it but its record; answers false where that was said before. */
  recordSwept(id: TemporaryImageId): Promise<boolean>;
}

/** Renditions that are no longer served, of which objects may be left. */
export interface OutdatedRenditions {
  /** The first generation that may have left something. */
  readonly from: number;
  /** The one that is served. */
  readonly generation: number;
  readonly outdatedAt: number;
  /**
   * What was stored by then is removed, and the edge told; what was in flight may have come since.
   */
  readonly isRemoved: boolean;
}

/** The part of the port ImageStore by which all pictures of a project are deleted together. */
export interface ProjectImages {
  /**
   * The same as markDeleting, but its purge is left to the deletion of that id, which counts it,
   * and not due by itself. `deletedAt` is when it was gone for every reader. Answers false where it
   * was deleted before.
   */
  markDeletingWith(id: ImageId, deletedAt: number, deletionId: string): Promise<boolean>;
  /** How many were marked with a deletion. */
  countDeletedWith(deletionId: string): Promise<number>;
  /** Some of those that were, and are not purged yet. */
  listDeletingWith(deletionId: string, limit: number): Promise<ImageId[]>;
  /** Takes those that are purged off that list. */
  recordPurgedWith(deletionId: string, ids: readonly ImageId[]): Promise<void>;
  /** Temporary images of a project that live unsaved, and direct uploads that are awaited. */
  listUnsaved(projectId: string, now: number): Promise<TemporaryImageId[]>;
  /** Ends a temporary image at `now` if it is live and not saved; answers it as it then is. */
  endUnsaved(id: TemporaryImageId, now: number): Promise<TemporaryImage | undefined>;
}
