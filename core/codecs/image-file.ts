import type { UploadFormat } from '../transform/formats.ts';

/** The formats whose files are read: those that can be uploaded. */
export type ImageFormat = UploadFormat;

/** The facts of an image in its container, before a pixel is decoded. */
export interface ImageHeader {
  readonly format: ImageFormat;
  /** Pixels as stored, before orientation, of the canvas (one frame). */
  readonly width: number;
  readonly height: number;
  /** 1 for a still; an animated PNG counts as 1, because only its first frame is kept. */
  readonly frames: number;
  readonly hasAlpha: boolean;
  /** EXIF 1..8; 1 if it is missing or invalid. */
  readonly orientation: number;
}

/** The size of an image as it is shown: orientations 5 to 8 swap its sides (EXIF 2.32, 4.6.4). */
export function uprightSize({
  width,
  height,
  orientation,
}: Pick<ImageHeader, 'width' | 'height' | 'orientation'>) {
  return orientation > 4 ? { width: height, height: width } : { width, height };
}

/** Called with the header before the rest is read; it throws to refuse the image. */
export type CheckHeader = (header: ImageHeader) => void;

/** An image of allowed parts only, and its header's facts. */
export interface RebuiltImage {
  readonly bytes: Uint8Array;
  readonly header: ImageHeader;
}

/** Pixels of 8 bits, without padding; alpha isn't premultiplied. */
export interface DecodedPixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

/** The bytes are no well-formed image; reason is a fixed phrase, never bytes of the file. */
export class ImageFileFault extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = 'ImageFileFault';
    this.reason = reason;
  }
}
