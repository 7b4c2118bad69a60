import type { ImageId, TemporaryImageId } from './ids.ts';

/** The reason and time of an image's takedown by the operator. */
export interface Takedown {
  /** Shown to users who may see the image in the API. */
  readonly reason: string;
  /** Milliseconds of the Unix epoch. */
  readonly takenDownAt: number;
}

/** A temporary image, and the image that saving it makes or would make. */
export interface ImageIds {
  readonly imageId: ImageId;
  readonly temporaryImageId: TemporaryImageId;
}
