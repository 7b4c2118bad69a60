import type { Credit } from '../../codecs/credit/credit.ts';
import type { DecodedPixels } from '../../codecs/image-file.ts';
import type { ImageFacts, Placeholder } from '../../images/image-states.ts';
import type { SentFormat, UploadFormat } from '../../transform/formats.ts';
import type { Transformation } from '../../transform/transformation.ts';
import type { TransformationFault } from '../../transform/transformation-faults.ts';

/** The reason why an engine can't decode bytes: they are truncated or broken. */
export class BrokenImageError extends Error {
  override name = 'BrokenImageError';
}

/** The pixels decide that a rendition can't be made: only `trim` has such a size. */
export class UnfitContentError extends Error {
  override name = 'UnfitContentError';
  readonly fault: TransformationFault;

  constructor(fault: TransformationFault) {
    super(fault.detail);
    this.fault = fault;
  }
}

/** Decodes and renders pixels; its input is within the bounds already. */
export interface ImageEngine {
  /** Decodes every pixel of every frame once; throws BrokenImageError if that fails. */
  decodeFully(image: Uint8Array): Promise<void>;
  /**
   * The rendition's bytes, with pixels and the credit only, orientation applied and sRGB.
   * `overlays` has the originals of the images among the transformation's overlays, in their order.
   * Throws BrokenImageError, UnfitContentError, and a RangeError if one of them is missing.
   */
  render(
    original: Uint8Array,
    transformation: Transformation,
    overlays?: readonly Uint8Array[],
    credit?: Credit | null,
  ): Promise<Uint8Array>;
  /** Encodes an image again whose file can't be rebuilt (uploads.cleaning). */
  reencode(
    image: Uint8Array,
    format: UploadFormat,
  ): Promise<{ bytes: Uint8Array; facts: EngineFacts }>;
  /**
   * The placeholder of an image. Every pixel of the first frame is decoded once for it; throws
   * BrokenImageError if that fails.
   */
  placeholder(image: Uint8Array): Promise<Placeholder>;
  readonly convert: Conversions;
  /** Formats that can be uploaded with the libraries of this engine. */
  readonly inputFormats: readonly SentFormat[];
}

/** The facts of a HEIC that its conversion needs. */
export interface HeicTraits {
  /** Whether the chroma has the size of the image (4:4:4). */
  readonly hasFullChroma: boolean;
}

/** The facts of an AVIF that its conversion needs; its orientation is EXIF's number, 1 to 8. */
export interface AvifTraits extends HeicTraits {
  readonly orientation: number;
  /** The size in pixels that is kept of it, from the first row and column; undefined for all. */
  readonly crop: { readonly width: number; readonly height: number } | undefined;
}

/**
 * A JPEG of an image within the bounds, or a PNG where it has transparency. The pixels are upright,
 * of 8 bits, and in the colour space of the file, whose profile is left out. Throws
 * BrokenImageError.
 */
export interface Conversions {
  heic(image: Uint8Array, traits: HeicTraits): Promise<Uint8Array>;
  /** A JPEG of the values of a gain map, which is an item of a HEIC; a grey one in one channel. */
  heicMap(image: Uint8Array, id: number): Promise<Uint8Array>;
  avif(image: Uint8Array, traits: AvifTraits): Promise<Uint8Array>;
  /** A PNG of pixels that were read from a BMP. */
  bmp(pixels: DecodedPixels): Promise<Uint8Array>;
  /** Draws an SVG whose elements were checked, as PNG of this size in pixels. */
  svg(svg: string, size: { readonly width: number; readonly height: number }): Promise<Uint8Array>;
}

export type EngineFacts = Pick<ImageFacts, 'width' | 'height' | 'frames' | 'hasAlpha'>;
