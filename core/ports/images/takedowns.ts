import type { AnyImageId } from '../../images/ids.ts';
import type { PictureIds, TakeDown } from '../../images/takedown.ts';

/**
 * By which the operator takes pictures down and puts them back; a port, with its adapters in
 * adapters/take-downs. Either id names both, the temporary image and the image made of it: both are
 * taken down, in one write with any save that comes between. Null where there is no such picture,
 * or it is deleted.
 */
export interface TakeDowns {
  takeDown(id: AnyImageId, takeDown: TakeDown): Promise<PictureIds | null>;
  putBack(id: AnyImageId): Promise<PictureIds | null>;
}
