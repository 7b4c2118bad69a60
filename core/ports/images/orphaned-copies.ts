import type { TemporaryImageId } from '../../images/ids.ts';

/**
 * Where ended temporary images wait whose save may have left a copy under the image's name: the
 * sweep has no right on the pictures of images, the purge worker removes it.
 */
export interface OrphanedCopies {
  add(id: TemporaryImageId): Promise<void>;
}
