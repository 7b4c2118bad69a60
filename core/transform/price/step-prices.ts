import { EFFECT_NAMES, EFFECTS, type EffectName, hasEffect } from '../effects.ts';
import type { StepName, Transformation } from '../transformation.ts';
import { DECODER_PRICES, OPENED_PRICE } from './decoder-prices.ts';
import { coveredBy, megapixels, type PixelCounts, type Priced } from './pixel-counts.ts';

/** The cost of a step, of the pixels that are dearest for it. */
export interface StepPrice {
  /** CPU milliseconds; 0 where the step isn't requested. */
  readonly milliseconds: (priced: Priced, counts: PixelCounts) => number;
  /**
   * How often a blur before it, and the resize of an animation, are computed for it. libvips
   * computes squares, and each needs its neighbours as far as the step reaches. A file is read
   * once, in lines.
   */
  readonly repeats: (requested: Transformation) => number;
  /** The parameters that make it cheaper, for a refusal. */
  readonly lower: string;
  /** The measured costs that the figures are rounded up from. */
  readonly source: string;
}

const once = () => 1;

function step(parts: Omit<StepPrice, 'repeats'> & Partial<StepPrice>): StepPrice {
  return { repeats: once, ...parts };
}

/** So much a megapixel of the output. */
function priceByPixels(
  isRequested: (requested: Transformation) => boolean,
  { perMegapixel, source }: { readonly perMegapixel: number; readonly source: string },
  lower: string,
): StepPrice {
  return step({
    milliseconds: ({ requested }, { output }) =>
      isRequested(requested) ? perMegapixel * output : 0,
    lower,
    source,
  });
}

/** The effects whose price is in their row. */
type PricedEffect = {
  [Name in EffectName]: (typeof EFFECTS)[Name]['price'] extends undefined ? never : Name;
}[EffectName];

function pricesOfEffects(): Readonly<Record<PricedEffect, StepPrice>> {
  const prices = EFFECT_NAMES.flatMap((name) => {
    const { price } = EFFECTS[name];
    if (!price) return [];
    const isRequested = (requested: Transformation) => hasEffect(name, requested);
    return [[name, priceByPixels(isRequested, price, `\`${name}\``)]];
  });
  return Object.fromEntries(prices);
}

/** libvips blurs in squares of this side; the mask ends where the curve falls to a fifth. */
const SQUARE = 128;
const REACH = 1.8;

function blurPerMegapixel(sigma: number, hasAlpha: boolean): number {
  const reach = REACH * sigma;
  const taps = 0.07 * (2 * reach + 1) * (2 + (2 * reach) / SQUARE);
  return (4 + taps) * (hasAlpha ? 1.5 : 1);
}

const sharpenPerMegapixel = (sigma: number, hasAlpha: boolean) =>
  (66 + 9 * sigma) * (hasAlpha ? 2.7 : 1);

/** A gain map is resized and turned beside its image; it is never larger. */
const layersOf = ({ hasGainMap }: Transformation) => (hasGainMap ? 2 : 1);

const SIDES = '`width` and `height`';

/** THE table of steps: a step without its price doesn't compile. */
export const STEP_PRICES: Readonly<Record<StepName, StepPrice>> = {
  orient: step({ milliseconds: () => 0, lower: SIDES, source: 'with the resize' }),
  trim: step({
    // all frames are decoded once more, and searched
    milliseconds: ({ requested, original }) => {
      if (!requested.trim) return 0;
      const { perMegapixel, ofFrames } = DECODER_PRICES[original.format];
      const decoding = original.frames > 1 ? ofFrames : perMegapixel;
      return (decoding + OPENED_PRICE.profileOfAlpha + 30) * megapixels(original) * original.frames;
    },
    lower: '`trim`',
    source: '41 with the decoding of a JPEG',
  }),
  crop: step({ milliseconds: () => 0, lower: '`crop`', source: 'with the resize' }),
  turn: step({
    milliseconds: ({ requested }, { scaled }) =>
      requested.turn !== 0 || requested.isMirrored ? 15 * scaled * layersOf(requested) : 0,
    lower: '`rotate`, `flip` or `flop`',
    source: 'below 10 beside its encoder',
  }),
  resize: step({
    milliseconds: ({ requested }, { scaled, output, isEnlarged, hasAlpha }) => {
      const isChosen = requested.position === 'attention' || requested.position === 'entropy';
      const perMegapixel = isEnlarged ? (hasAlpha ? 42 : 30) : 8;
      return ((perMegapixel + (isChosen ? 20 : 0)) * scaled + 5 * output) * layersOf(requested);
    },
    lower: SIDES,
    source: 'enlarged 28.6, with alpha 39.8; 7 where not; attention and entropy 15',
  }),
  ...pricesOfEffects(),
  blur: step({
    milliseconds: ({ requested: { blur } }, { output, hasAlpha }) =>
      blur > 0 ? blurPerMegapixel(blur, hasAlpha) * output : 0,
    repeats: ({ blur }) => (1 + (2 * REACH * blur) / SQUARE) ** 2,
    lower: '`blur`',
    source: '3.8 at 0.3, 8.6 at 10, 21 at 30, 99 at 100; after enlarging 29, 49, 107 and 470',
  }),
  sharpen: step({
    milliseconds: ({ requested: { sharpen } }, { output, hasAlpha }) =>
      sharpen > 0 ? sharpenPerMegapixel(sharpen, hasAlpha) * output : 0,
    // the light is sharpened, and the colour is computed apart from it
    repeats: ({ sharpen }) => 1 + 2.2 * Math.min(1, sharpen) + 0.45 * sharpen,
    lower: '`sharpen`',
    source:
      '47 at 0.1, 72 at 1, 144 at 10, with alpha 130, 217, 315; after a blur of 100 802 at 10',
  }),
  border: priceByPixels(
    ({ border }) => border !== undefined,
    { perMegapixel: 95, source: '63, with alpha 85' },
    '`border`',
  ),
  shape: priceByPixels(
    ({ radius, isCircle }) => radius > 0 || isCircle,
    { perMegapixel: 30, source: '14 with alpha' },
    '`radius` or `mask`',
  ),
  background: step({
    milliseconds: ({ requested: { background } }, { output }) => {
      if (background === undefined) return 0;
      return (background.length === 8 ? 110 : 20) * output;
    },
    lower: '`background`',
    source: 'translucent 89, opaque below 10',
  }),
  overlay: step({
    milliseconds: ({ requested: { overlays } }, { frame, frames }) =>
      overlays.reduce((sum, overlay) => sum + 110 * coveredBy(overlay, frame) * frames, 0),
    lower: '`overlay-width` or the watermark',
    source: '45 of tiles that are half covered',
  }),
  encode: step({ milliseconds: () => 0, lower: SIDES, source: 'encoder-prices.ts' }),
};
