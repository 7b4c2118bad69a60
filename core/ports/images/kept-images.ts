import type { ImageId } from '../../images/ids.ts';
import type { Image } from '../../images/image-states.ts';
import type { Kept } from '../../images/kept/keeping.ts';
import type { Review } from '../../images/review.ts';
import type { ImageVersion } from './image-versions.ts';

/** The position of an image in its project's bin: newest first, by descending id in a moment. */
export interface BinPosition {
  /** The time of the deletion. */
  readonly at: number;
  readonly imageId: ImageId;
}

export interface BinQuery {
  readonly projectId: string;
  readonly limit: number;
  /** The position to continue after; null starts with the newest. */
  readonly before: BinPosition | null;
}

export interface BinPage {
  /** Fewer than the limit, though there are more, if one left the bin while the page was read. */
  readonly images: readonly Image[];
  /** The position of the next page; null at the end. */
  readonly next: BinPosition | null;
}

/** A kept version that an image shows again. */
export interface VersionRestore {
  /** As it was read. */
  readonly image: Image;
  readonly version: ImageVersion;
  /** The keeping of the bytes that it shows until then. */
  readonly kept: Kept | undefined;
  /** Of the restored bytes, in a project with moderation. */
  readonly review: Review | undefined;
  readonly now: number;
}

/** The part of the port ImageStore that keeps bytes for a restore (docs/decisions/0135). */
export interface KeptImages {
  /**
   * Deletes a saved image for every reader as markDeleting does, but its bytes stay, and it becomes
   * `binned`. Its renditions are outdated, and their purge is due. Answers false if it isn't saved.
   */
  moveToBin(id: ImageId, kept: Kept): Promise<boolean>;
  /**
   * Saves a binned image again: it counts to the account of `image`, is in its lists, and a purge
   * of the edge is due. Raises the version. `changed`: it isn't in the bin, or not as it was read.
   */
  restoreFromBin(
    image: Image,
    limits: { readonly maxImages: number | null },
    now: number,
  ): Promise<'restored' | 'changed' | 'quota_exceeded'>;
  /** Images in a project's bin, the last deleted first, by an index. */
  listBin(query: BinQuery): Promise<BinPage>;
  /** Undefined if the image never showed that original, or its receipt is gone. */
  getVersion(id: ImageId, originalId: ImageId): Promise<ImageVersion | undefined>;
  /**
   * Shows the bytes of a kept version in place of an image's own, as replaceOriginal does. The
   * version's record is gone then. `changed`: the image differs from the one that was read, or the
   * version isn't kept.
   */
  restoreVersion(restore: VersionRestore): Promise<'restored' | 'changed'>;
  /**
   * Ends the keeping of a version: from then on it can't be restored, and its erasure is due.
   * Answers false if it wasn't kept.
   */
  endVersion(version: ImageVersion, now: number): Promise<boolean>;
  /** Makes a worker look at a kept version, or at an image in the bin, at that time. */
  visitLater(of: ImageVersion | Image, at: number): Promise<void>;
}
