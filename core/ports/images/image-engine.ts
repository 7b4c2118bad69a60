import type { ImageFacts } from '../../images/image-states.ts';
import type { UploadFormat } from '../../transform/formats.ts';
import type { Transformation } from '../../transform/transformation.ts';

/** Why an engine can't make pixels of bytes: they are cut or broken. */
export class BrokenImageError extends Error {
  override name = 'BrokenPictureError';
}

/** Makes pixels; what it is given is within the bounds already. */
export interface ImageEngine {
  /** Decodes every pixel once; throws BrokenPictureError where that fails. */
  proveWhole(picture: Uint8Array): Promise<void>;
  /**
   * The rendition's bytes, nothing in them but pixels, orientation applied and sRGB. Throws
   * BrokenPictureError.
   */
  render(original: Uint8Array, transformation: Transformation): Promise<Uint8Array>;
  /** Re-encodes a picture whose file can't be rebuilt (uploads.cleaning). */
  reencode(
    picture: Uint8Array,
    format: UploadFormat,
  ): Promise<{ bytes: Uint8Array; facts: EngineFacts }>;
  /** Formats that may come in with the libraries that this engine runs on. */
  readonly inputFormats: readonly UploadFormat[];
}

export type EngineFacts = Pick<ImageFacts, 'width' | 'height' | 'frames' | 'hasAlpha'>;
