import type { ImageFacts, Placeholder } from '../../images/image-states.ts';
import type { UploadFormat } from '../../transform/formats.ts';
import type { Transformation } from '../../transform/transformation.ts';

/** The reason why an engine can't decode bytes: they are truncated or broken. */
export class BrokenImageError extends Error {
  override name = 'BrokenImageError';
}

/** Decodes and renders pixels; its input is within the bounds already. */
export interface ImageEngine {
  /** Decodes every pixel once; throws BrokenImageError if that fails. */
  proveWhole(image: Uint8Array): Promise<void>;
  /**
   * The rendition's bytes, with pixels only, orientation applied and sRGB. Throws
   * BrokenImageError.
   */
  render(original: Uint8Array, transformation: Transformation): Promise<Uint8Array>;
  /** Encodes an image again whose file can't be rebuilt (uploads.cleaning). */
  reencode(
    image: Uint8Array,
    format: UploadFormat,
  ): Promise<{ bytes: Uint8Array; facts: EngineFacts }>;
  /** The placeholder of a whole image; throws BrokenImageError. */
  placeholder(image: Uint8Array): Promise<Placeholder>;
  /** Formats that can be uploaded with the libraries of this engine. */
  readonly inputFormats: readonly UploadFormat[];
}

export type EngineFacts = Pick<ImageFacts, 'width' | 'height' | 'frames' | 'hasAlpha'>;
