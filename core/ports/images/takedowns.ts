import type { AnyImageId, ImageIds } from '../../images/ids.ts';
import type { Takedown } from '../../images/image-states.ts';

/**
 * A port with which the operator blocks and unblocks images. Either id names both, the temporary
 * image and its image: both are blocked, also if a save comes between. Null if the image doesn't
 * exist or is deleted.
 */
export interface Takedowns {
  block(id: AnyImageId, takedown: Takedown): Promise<ImageIds | null>;
  unblock(id: AnyImageId): Promise<ImageIds | null>;
}
