import type { AnyImageId, ImageId, TemporaryImageId } from './ids.ts';

/** Why, and since when, the operator keeps a picture from being served. */
export interface TakeDown {
  /** Told to who may see the image in the API. */
  readonly reason: string;
  /** Milliseconds of the Unix epoch. */
  readonly takenDownAt: number;
}

/** A temporary image, and the image that saving it makes or would make. */
export interface PictureIds {
  readonly imageId: ImageId;
  readonly temporaryImageId: TemporaryImageId;
}

/**
 * By which the operator takes pictures down and puts them back; a port, with its adapters in adapters/take-downs. Either id names both, the temporary image
 * and the image made of it: both are taken down, in one write with any save that comes between. Null where there is no such picture, or it is deleted.
 */
export interface TakeDowns {
  takeDown(id: AnyImageId, takeDown: TakeDown): Promise<PictureIds | null>;
  putBack(id: AnyImageId): Promise<PictureIds | null>;
}
