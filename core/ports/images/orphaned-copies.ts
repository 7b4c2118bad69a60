import type { TemporaryImageId } from '../../images/ids.ts';

/**
 * The queue of expired temporary images whose save may have left a copy under the image's name. The
 * sweep has no permission on images' files, so the purge worker removes the copy.
 */
export interface OrphanedCopies {
  add(id: TemporaryImageId): Promise<void>;
}
