import type { Metadata, Sharp } from 'sharp';
import { FORMATS, type Format } from '../../core/transform/formats.ts';
import { outputSize, type Transformation } from '../../core/transform/transformation.ts';
import { chooseChroma } from './choose-chroma.ts';
import { boundStill, boundTiming, type Timing } from './timing/bound-timing.ts';

/** The facts of the original that the encoders need, and one of the result's pixels. */
export type OriginalTraits = Partial<Pick<Metadata, 'delay' | 'loop' | 'isPalette'>> & {
  /** Of measureChromaLoss; undefined of pixels that were not read. */
  readonly chromaLoss?: number;
};

interface Settings {
  readonly quality: number;
  readonly quantizerEffort: 1 | 7;
  readonly isPalette: boolean;
  readonly chromaLoss: number | undefined;
  readonly isLarge: boolean;
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
  jpg: (image, { quality, chromaLoss }) =>
    image.jpeg({
      quality,
      progressive: true,
      quantisationTable: 5,
      overshootDeringing: true,
      chromaSubsampling: chooseChroma('jpg', chromaLoss),
    }),
  // filters chosen by row: half the bytes for photographs, 4 to 20 % more for flat drawings
  png: (image, { isPalette, quantizerEffort, isFast }) =>
    isPalette
      ? image.png({ palette: true, effort: quantizerEffort })
      : image.png({ compressionLevel: isFast ? 5 : 6, adaptiveFiltering: true }),
  // below effort 2, libwebp fails where the modes of its blocks exceed 512 KB (docs/decisions/0083)
  webp: (image, { quality, isFast, chromaLoss, timing }) => {
    const smartSubsample = !isFast && chooseChroma('webp', chromaLoss) === '4:4:4';
    return image.webp({ quality, effort: isFast ? 2 : 4, smartSubsample, ...timing });
  },
  avif: (image, { quality, isFast, isLarge, chromaLoss }) => {
    const chromaSubsampling = chooseChroma('avif', chromaLoss);
    const effort = isFast ? 0 : isLarge ? 1 : 2;
    return image.avif({ quality, effort, bitdepth: 8, chromaSubsampling });
  },
  gif: (image, { quantizerEffort, timing }) => image.gif({ effort: quantizerEffort, ...timing }),
};

/**
 * Measured of noise: a GIF's quantizer takes 3.5 s a megapixel at effort 7, and 0.5 s at effort 1
 * for 5 % more bytes. AVIF's effort 2 takes 1.6 times the CPU of effort 1 (docs/decisions/0120).
 */
const MAX_PIXELS_OF_SLOW_ENCODERS = 1_000_000;

/**
 * Encodes sRGB without metadata, which is sharp's default; the traits replace the facts that a
 * pipeline of raw pixels doesn't carry.
 */
export function encode(
  image: Sharp,
  requested: Encodable,
  { delay, loop, isPalette, chromaLoss }: OriginalTraits,
): Sharp {
  const { format, quality, isAnimated, isFastEncoded } = requested;
  const { width, height } = outputSize(requested);
  const isLarge = width * height > MAX_PIXELS_OF_SLOW_ENCODERS;
  return ENCODERS[format](image, {
    quality: quality ?? FORMATS[format].defaultQuality ?? 100,
    quantizerEffort: isAnimated || isFastEncoded || isLarge ? 1 : 7,
    isFast: isFastEncoded,
    isPalette: isPalette === true,
    chromaLoss,
    isLarge,
    timing: isAnimated ? boundTiming(format, { delay, loop }) : boundStill(format, { delay }),
  });
}
