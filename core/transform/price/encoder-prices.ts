import { FORMATS, type Format } from '../formats.ts';
import type { Transformation } from '../transformation.ts';
import { encodesAlpha, type PixelCounts, type Priced } from './pixel-counts.ts';

/** The cost of an encoder for the pixels that are dearest for it: uniform noise. */
export interface EncoderPrice {
  /** CPU milliseconds a megapixel of the output. */
  readonly perMegapixel: (priced: Priced, counts: PixelCounts) => number;
  /** The measured costs that the figures are rounded up from. */
  readonly source: string;
}

/** At or below a quality of 80, and at 100. */
type Pair = readonly [usual: number, highest: number];
const USUAL_QUALITY = 80;

function atQuality({ quality, format }: Transformation, [usual, highest]: Pair): number {
  const asked = quality ?? FORMATS[format].defaultQuality ?? 100;
  // the pixels may choose the highest
  const number = typeof asked === 'string' ? 100 : asked;
  const above = Math.max(0, number - USUAL_QUALITY) / (100 - USUAL_QUALITY);
  return usual + (highest - usual) * above;
}

/** The resolution of colour is chosen below it, and halved above: adapters/sharp/choose-chroma. */
const MAX_FULL_COLOUR = 8;
/** The slow efforts of GIF and AVIF are for still images up to it: adapters/sharp/encode. */
const MAX_SLOW = 1;

function isSlow({ requested }: Priced, { frame }: PixelCounts): boolean {
  return !requested.isAnimated && !requested.isFastEncoded && frame <= MAX_SLOW;
}

const SLOW_QUANTIZER = 5_400;

/** Of a GIF, a second encoding may be shorter: adapters/sharp/render. */
export function isEncodedTwice({ original, requested }: Priced): boolean {
  const { format, isFastEncoded } = requested;
  return original.format === 'gif' && format === 'webp' && !isFastEncoded;
}

/** THE table of encoders: a format without its price doesn't compile. */
export const ENCODER_PRICES: Readonly<Record<Format, EncoderPrice>> = {
  jpg: {
    perMegapixel: ({ requested }, { frame }) =>
      atQuality(requested, frame <= MAX_FULL_COLOUR ? [115, 145] : [56, 66]),
    source: 'full colour 135 at quality 100, half of it 62; 53 at 76',
  },
  png: {
    perMegapixel: (priced, counts) => {
      const hasAlpha = encodesAlpha('png', counts);
      if (!priced.traits.isPalette) {
        if (priced.requested.isFastEncoded) return hasAlpha ? 120 : 95;
        return hasAlpha ? 310 : 230;
      }
      if (isSlow(priced, counts)) return SLOW_QUANTIZER;
      return hasAlpha ? 620 : 330;
    },
    source:
      'of few colours at random 227, with alpha 306; of noise 80 and 103; fast 80 and 110; of a palette 316 and 598, at effort 7 5,233',
  },
  webp: {
    perMegapixel: ({ original, requested }, counts) => {
      const hasAlpha = encodesAlpha('webp', counts);
      // nothing is half transparent in a GIF: its alpha is never smooth
      const isSharp = original.format === 'gif' && !counts.isEnlarged;
      if (requested.isFastEncoded) return atQuality(requested, hasAlpha ? [385, 460] : [130, 180]);
      return atQuality(requested, hasAlpha ? (isSharp ? [480, 560] : [820, 860]) : [315, 390]);
    },
    source:
      '311 at quality 79 and 361 at 100; with alpha 449 and 528, 814 and 847 of enlarged noise; fast 128 and 178, with alpha 353 and 411',
  },
  avif: {
    perMegapixel: (priced, counts) => {
      const { requested } = priced;
      const hasAlpha = encodesAlpha('avif', counts);
      if (requested.isFastEncoded) return atQuality(requested, hasAlpha ? [540, 760] : [390, 540]);
      if (isSlow(priced, counts)) return hasAlpha ? 1_600 : 1_220;
      return atQuality(requested, hasAlpha ? [1_180, 1_250] : [890, 960]);
    },
    source:
      '837 at quality 60 and 942 at 100, with alpha 1,120 and 1,237; up to a megapixel 1.37 and 1.16 times that; fast 230, 521, 350, 734',
  },
  gif: {
    perMegapixel: (priced, counts) => (isSlow(priced, counts) ? SLOW_QUANTIZER : 430),
    source: '420 at effort 1, 5,332 at effort 7',
  },
};

/** The second encoding of an animation chooses by frame, at the time of both encoders. */
export const SECOND_ENCODING = {
  still: 270,
  animated: 500,
  source: 'WebP without loss 259; an animation that chooses by frame 470',
} as const;
