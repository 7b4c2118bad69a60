import type { ImageId, TemporaryImageId } from './ids.ts';

/** Why, and since when, the operator keeps a picture from being served. */
export interface Takedown {
  /** Told to who may see the image in the API. */
  readonly reason: string;
  /** Milliseconds of the Unix epoch. */
  readonly takenDownAt: number;
}

/** A temporary image, and the image that saving it makes or would make. */
export interface ImageIds {
  readonly imageId: ImageId;
  readonly temporaryImageId: TemporaryImageId;
}
