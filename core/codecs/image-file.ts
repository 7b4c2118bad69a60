import type { UploadFormat } from '../transform/formats.ts';

/** The formats whose files are read: those that may come in. */
export type ImageFormat = UploadFormat;

/** What a picture's container says of it, before a pixel is decoded. */
export interface ImageHeader {
  readonly format: ImageFormat;
  /** Pixels as stored, before orientation, of the canvas (one frame). */
  readonly width: number;
  readonly height: number;
  /** 1 for a still; an animated PNG counts as 1, because it comes in as its first frame. */
  readonly frames: number;
  readonly hasAlpha: boolean;
  /** EXIF 1..8; 1 where there is none or an invalid one. */
  readonly orientation: number;
}

/**
 * Is told of the header before anything behind it is read, and throws where the picture goes no
 * further.
 */
export type CheckHeader = (header: ImageHeader) => void;

/** A picture made of allowed parts only, and what its header says. */
export interface RebuiltImage {
  readonly bytes: Uint8Array;
  readonly header: ImageHeader;
}

/** The bytes are no well-formed picture; reason is a fixed phrase, never bytes of the file. */
export class ImageFileFault extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = 'PictureFault';
    this.reason = reason;
  }
}
