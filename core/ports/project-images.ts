import type { ImageId, TemporaryImageId } from '../images/ids.ts';
import type { TemporaryImage } from '../images/image-states.ts';

/** The part of the port ImageStore by which all pictures of a project are deleted together. */
export interface ProjectImages {
  /**
   * The same as markDeleting, but its purge is left to the deletion of that id, which counts it, and not due by itself. `deletedAt` is when it was gone for
   * every reader. Answers false where it was deleted before.
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
