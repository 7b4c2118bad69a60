import type { Metadata, Sharp } from 'sharp';
import { FORMATS, type Format } from '../../core/transform/formats.ts';
import { outputSize, type Transformation } from '../../core/transform/transformation.ts';
import type { Chroma } from './choose-chroma.ts';
import { boundStill, boundTiming, type Timing } from './timing/bound-timing.ts';

/** The facts of the original that the encoders need, and JPEG's choice by the result's pixels. */
export type OriginalTraits = Partial<Pick<Metadata, 'delay' | 'loop' | 'isPalette'>> & {
  readonly chroma?: Chroma;
};

interface Settings {
  readonly quality: number;
  readonly quantizerEffort: 1 | 7;
  readonly isPalette: boolean;
  readonly chroma: Chroma;
  /** Cheaper, with more bytes for the same quality (security.bounded-price). */
  readonly isFast: boolean;
  readonly timing: Timing;
}

type Encode = (image: Sharp, settings: Settings) => Sharp;

/** A transformation whose quality is a number: one that the pixels choose is chosen before. */
export type Encodable = Pick<
  Transformation,
  'format' | 'resize' | 'pad' | 'isAnimated' | 'isFastEncoded'
> & {
  readonly quality: number | undefined;
};

/**
 * The encoders' settings, all measured (docs/decisions); a change of one raises RENDITION_VERSION.
 */
const ENCODERS: Readonly<Record<Format, Encode>> = {
  jpg: (image, { quality, chroma }) =>
    image.jpeg({
      quality,
      progressive: true,
      quantisationTable: 3,
      overshootDeringing: true,
      chromaSubsampling: chroma,
    }),
  // filters chosen by row: half the bytes for photographs, 4 to 20 % more for flat drawings
  png: (image, { isPalette, quantizerEffort, isFast }) =>
    isPalette
      ? image.png({ palette: true, effort: quantizerEffort })
      : image.png({ compressionLevel: isFast ? 5 : 6, adaptiveFiltering: true }),
  // below effort 2, libwebp fails where the modes of its blocks exceed 512 KB (docs/decisions/0083)
  webp: (image, { quality, isFast, timing }) =>
    image.webp({ quality, effort: isFast ? 2 : 4, smartSubsample: !isFast, ...timing }),
  // of all pixels: halved colour costs bytes at equal score (docs/decisions/0063)
  avif: (image, { quality, isFast }) =>
    image.avif({ quality, effort: isFast ? 0 : 1, bitdepth: 8, chromaSubsampling: '4:4:4' }),
  gif: (image, { quantizerEffort, timing }) => image.gif({ effort: quantizerEffort, ...timing }),
};

/**
 * Measured: at effort 7 a noisy megapixel takes the quantizer 3.5 s, at effort 1 0.5 s, for 5 %
 * more bytes.
 */
const MAX_PIXELS_OF_SLOW_QUANTIZER = 1_000_000;

/**
 * Encodes sRGB without metadata, which is sharp's default; the traits replace the facts that a
 * pipeline of raw pixels doesn't carry.
 */
export function encode(
  image: Sharp,
  requested: Encodable,
  { delay, loop, isPalette, chroma = '4:2:0' }: OriginalTraits,
): Sharp {
  const { format, quality, isAnimated, isFastEncoded } = requested;
  const { width, height } = outputSize(requested);
  const isLarge = width * height > MAX_PIXELS_OF_SLOW_QUANTIZER;
  return ENCODERS[format](image, {
    quality: quality ?? FORMATS[format].defaultQuality ?? 100,
    quantizerEffort: isAnimated || isFastEncoded || isLarge ? 1 : 7,
    isFast: isFastEncoded,
    isPalette: isPalette === true,
    chroma,
    timing: isAnimated ? boundTiming(format, { delay, loop }) : boundStill(format, { delay }),
  });
}
