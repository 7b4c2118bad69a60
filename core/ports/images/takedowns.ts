import type { AnyImageId, ImageIds } from '../../images/ids.ts';
import type { Takedown } from '../../images/image-states.ts';

/**
 * By which the operator takes pictures down and puts them back; a port, with its adapters in
 * adapters/take-downs. Either id names both, the temporary image and the image made of it: both are
 * taken down, in one write with any save that comes between. Null where there is no such picture,
 * or it is deleted.
 */
export interface Takedowns {
  block(id: AnyImageId, takedown: Takedown): Promise<ImageIds | null>;
  unblock(id: AnyImageId): Promise<ImageIds | null>;
}
