import type { PurgeStep } from '../../images/erasure-steps.ts';
import type { ImageId, TemporaryImageId } from '../../images/ids.ts';
import type { ImageListQuery, ImagePage } from '../../images/image-list.ts';
import type {
  Image,
  TemporaryImage,
  TemporaryLimits,
  Visibility,
} from '../../images/image-states.ts';
import type { Metadata } from '../../images/metadata.ts';
import type { ReviewLabel, ReviewRead, Verdict } from '../../images/review.ts';
import type { PointPosition } from '../../transform/parameters.ts';
import type { ImageIndex } from './image-index.ts';
import type { ImageVersions } from './image-versions.ts';
import type { KeptImages } from './kept-images.ts';

export interface SaveLimits {
  /** The maximum number of the account's images; null: any number. */
  readonly maxImages: number | null;
}

export type SaveOutcome =
  | { readonly outcome: 'saved' | 'already_saved'; readonly image: Image }
  | { readonly outcome: 'quota_exceeded' | 'ended' | 'deleted' | 'taken_down' | 'replaced' };

/** Images and temporary images. Every write is durable before its promise resolves, and atomic. */
export interface ImageStore
  extends PurgeRecords,
    ProjectImages,
    ImageVersions,
    ImageIndex,
    KeptImages {
  /**
   * Refuses ('limit_exceeded', nothing stored) if the project would then exceed the limits of
   * unsaved temporary images, or of their bytes.
   */
  addTemporaryImage(
    image: TemporaryImage,
    limits: TemporaryLimits,
    now: number,
  ): Promise<'added' | 'limit_exceeded'>;
  getTemporaryImage(id: TemporaryImageId): Promise<TemporaryImage | undefined>;
  getImage(id: ImageId): Promise<Image | undefined>;
  /**
   * Makes the image of a temporary one and counts it to the account. A second call changes nothing
   * and answers `already_saved` with the first's image. `ended` if the temporary image isn't live
   * at `now` and was never saved, `deleted` if its image is deleted. `replaced` if another image
   * shows its bytes. `quota_exceeded` also if the project has another account by now: nothing
   * counts to the former one after an ownership transfer.
   */
  saveImage(image: Image, limits: SaveLimits, now: number): Promise<SaveOutcome>;
  /**
   * Stores the metadata and raises the version if the image is still saved and unchanged since it
   * was read; answers whether it did. With a point the same write does as replaceFocalPoint.
   */
  replaceMetadata(image: Image, metadata: Metadata, point?: NewPoint): Promise<boolean>;
  /**
   * Saved images of a list, newest first, by an index: the cost depends on the page, not on the
   * length of the list.
   */
  listImages(query: ImageListQuery): Promise<ImagePage>;
  /**
   * Writes the tombstone of a saved image, or of one in the bin. From then on the image and its
   * temporary image are gone for every reader. The count of the project's present account is lower,
   * and the purge is due. Answers false if it was deleted before.
   */
  markDeleting(id: ImageId, now: number): Promise<boolean>;
  /**
   * Ends the review of a saved image that is pending, exactly once for any number of calls. A
   * rejected image is deleted in the same write, as markDeleting does. Answers false if no decision
   * was pending, or the pending one is about other bytes.
   */
  endReview(review: ReviewRead, verdict: Verdict): Promise<boolean>;
  /** Stores the labels of a pending image; answers false as endReview does. */
  noteLabels(review: ReviewRead, labels: readonly ReviewLabel[]): Promise<boolean>;
}

/** A focal point or none, and the time of its change. */
export interface NewPoint {
  readonly focalPoint: PointPosition | null;
  readonly now: number;
}

/** The part of the port ImageStore that tracks purges: the due ones, and their progress. */
export interface PurgeRecords {
  /**
   * Ids of images with a due and unfinished purge, of the image or of its renditions, oldest first.
   * Images with kept bytes that a worker has to look at by `now` are among them.
   */
  listPurgesDue(limit: number, now: number): Promise<ImageId[]>;
  /**
   * Records a step of the purge with the time of its first call; `swept` ends the purge (state
   * `deleted`).
   */
  recordPurgeStep(id: ImageId, step: PurgeStep, at: number): Promise<void>;
  getPurgeSteps(id: ImageId): Promise<Partial<Record<PurgeStep, number>>>;
  /**
   * Outdates every rendition of a saved image by raising its generation, and makes the purge of
   * their data due. Answers false if the image isn't saved.
   */
  outdateRenditions(id: ImageId, now: number): Promise<boolean>;
  /**
   * Stores or removes the focal point of a saved image, and outdates its renditions as
   * outdateRenditions does, in one write. Raises the version. Answers false if the image isn't
   * saved.
   */
  replaceFocalPoint(id: ImageId, focalPoint: PointPosition | null, now: number): Promise<boolean>;
  /**
   * Makes a saved image public or private, and outdates its renditions in the same write. Raises
   * the version. Answers false if the image isn't saved.
   */
  replaceVisibility(id: ImageId, visibility: Visibility, now: number): Promise<boolean>;
  /**
   * Does as replaceFocalPoint, of a saved image without a point whose generation is 0. Its point
   * was never changed, and its renditions were never purged. Answers false for any other one.
   */
  addFocalPoint(id: ImageId, focalPoint: PointPosition, now: number): Promise<boolean>;
  /** Undefined if no outdated renditions are to be purged. */
  getOutdated(id: ImageId): Promise<OutdatedRenditions | undefined>;
  /**
   * Records that they are removed, or ends their purge; false if the generation was raised since.
   * Of an image in the bin, the steps of its deletion up to the edge's are recorded with the first.
   */
  recordOutdated(
    id: ImageId,
    generation: number,
    done: 'removed' | 'swept',
    at: number,
  ): Promise<boolean>;
  /**
   * Temporary images that expired by `end` and may have left data, saved ones included, longest
   * expired first.
   */
  listEnded(end: number, limit: number): Promise<TemporaryImage[]>;
  /**
   * Ends an expired temporary image for every clock, including a writer's late one; answers its
   * state afterwards.
   */
  closeEnded(id: TemporaryImageId, now: number): Promise<TemporaryImage | undefined>;
  /** Records that only its record is left; answers false if that was recorded before. */
  recordSwept(id: TemporaryImageId): Promise<boolean>;
}

/** Renditions that are no longer served, and may have left objects. */
export interface OutdatedRenditions {
  /** The first generation that may have left objects. */
  readonly from: number;
  /** The generation that is served. */
  readonly generation: number;
  readonly outdatedAt: number;
  /**
   * Objects stored by then are removed, and the edge is purged; requests in flight may have stored
   * more since.
   */
  readonly isRemoved: boolean;
}

/** The part of the port ImageStore that deletes all images of a project together. */
export interface ProjectImages {
  /**
   * The same as markDeleting, but its purge is not due on its own: the deletion of that id performs
   * and counts it. `deletedAt` is the time from which every reader saw it as deleted. Answers false
   * if it was deleted before.
   */
  markDeletingWith(id: ImageId, deletedAt: number, deletionId: string): Promise<boolean>;
  /** The number of images that a deletion has marked. */
  countDeletedWith(deletionId: string): Promise<number>;
  /** Some of the marked images that are not purged yet. */
  listDeletingWith(deletionId: string, limit: number): Promise<ImageId[]>;
  /** Removes purged images from that list. */
  recordPurgedWith(deletionId: string, ids: readonly ImageId[]): Promise<void>;
  /** Unsaved live temporary images of a project, and pending direct uploads. */
  listUnsaved(projectId: string, now: number): Promise<TemporaryImageId[]>;
  /** Ends a temporary image at `now` if it is live and not saved; answers its state afterwards. */
  endUnsaved(id: TemporaryImageId, now: number): Promise<TemporaryImage | undefined>;
}

/** The part of a store about outdated renditions. */
export type RenditionOutdating = Pick<
  ImageStore,
  | 'outdateRenditions'
  | 'replaceFocalPoint'
  | 'replaceVisibility'
  | 'addFocalPoint'
  | 'getOutdated'
  | 'recordOutdated'
>;
