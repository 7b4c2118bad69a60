import { LIMITS } from '../../foundation/limits.ts';
import { isTextOverlay, type Overlay } from '../overlay.ts';
import { STEPS, type StepName } from '../transformation.ts';
import { DECODER_PRICES, OPENED_PRICE } from './decoder-prices.ts';
import { ENCODER_PRICES, isEncodedTwice, SECOND_ENCODING } from './encoder-prices.ts';
import {
  countPixels,
  coveredBy,
  megapixels,
  type PixelCounts,
  type Priced,
} from './pixel-counts.ts';
import { STEP_PRICES } from './step-prices.ts';

/** The parts of a price: the steps, the file, its single frames, and its overlays. */
export type PriceName = StepName | 'open' | 'frames' | 'overlays';

/** CPU milliseconds of a rendition on the machine of docs/performance.md, of the worst pixels. */
export interface Price {
  readonly milliseconds: number;
  readonly parts: Readonly<Partial<Record<PriceName, number>>>;
}

/** The cost of any rendition: the pipelines, the buffers, the record. */
const BASE_MS = 15;
/** Of each further frame, and of one that has pipelines to itself. Measured: 1, and 12. */
const FRAME_MS = 3;
const FRAME_APART_MS = 16;
/** An overlay's image is priced as the dearest file with alpha, its enlarging included. */
const OVERLAY_OPENED = 80;
const OVERLAY_DRAWN = 45;
/** A text is shaped, and drawn with at most four megapixels: adapters/sharp/paint-overlay. */
const TEXT_MS = 60;
const TEXT_DRAWN = 60;
const MAX_TEXT_DRAWN = 4;

/** A megapixel of a result is stated to be of Display P3. Measured: 7, with alpha 9. */
const DISPLAY_P3 = 12;

const NAMES = Object.keys(STEPS) as StepName[];

function priceOfOpening({ original, traits }: Priced, counts: PixelCounts): number {
  const { perMegapixel, whenDeep, whenMisread, ofFrames } = DECODER_PRICES[original.format];
  const { inks, deep, reduction, reductionOfAlpha } = OPENED_PRICE;
  const profile = original.hasAlpha ? OPENED_PRICE.profileOfAlpha : OPENED_PRICE.profile;
  const isInks = traits.isCmyk && original.format === 'jpg';
  const isDeep = traits.isDeep && original.format === 'png';
  const besides = (isDeep ? whenDeep : 0) + (traits.isMisread ? whenMisread : 0);
  const decoding = (counts.frames > 1 ? ofFrames : perMegapixel) + besides;
  const opening = (isInks ? inks : profile) + (isDeep ? deep : 0);
  const reducing = original.hasAlpha ? reductionOfAlpha : reduction;
  return decoding * counts.decoded + (opening + reducing) * counts.opened;
}

/** A gain map is a JPEG without a profile, never larger than its image. It is decoded once more. */
function priceOfOpeningMap({ requested }: Priced, counts: PixelCounts): number {
  if (!requested.hasGainMap) return 0;
  return DECODER_PRICES.jpg.perMegapixel * counts.decoded + OPENED_PRICE.reduction * counts.opened;
}

function priceOfDrawing(overlay: Overlay, frame: number): number {
  const covered = coveredBy(overlay, frame);
  if (!isTextOverlay(overlay)) return OVERLAY_DRAWN * covered;
  return TEXT_MS + TEXT_DRAWN * Math.min(MAX_TEXT_DRAWN, covered) + OVERLAY_DRAWN * covered;
}

/** The images that are drawn over are decoded once, whatever the number of frames. */
function priceOfOverlays({ original, requested }: Priced, { frame }: PixelCounts): number {
  const files = [original.overlay, original.watermark?.facts].filter((facts) => !!facts);
  const opened = files.reduce((sum, facts) => sum + OVERLAY_OPENED * megapixels(facts), 0);
  return requested.overlays.reduce((sum, one) => sum + priceOfDrawing(one, frame), opened);
}

/** libvips turns, blurs and sharpens frames as one image: each of them is apart then. */
function priceOfFrames({ requested }: Priced, { frames }: PixelCounts): number {
  const { turn, isMirrored, blur, sharpen, background } = requested;
  const isApart = turn !== 0 || isMirrored || blur > 0 || sharpen > 0 || background !== undefined;
  return (frames - 1) * (isApart ? FRAME_APART_MS : FRAME_MS);
}

/** The steps in their order, with what their neighbours make them compute again. */
function pricesOfSteps(priced: Priced, counts: PixelCounts): Map<PriceName, number> {
  const prices = new Map<PriceName, number>();
  const repeated: PriceName[] = [];
  for (const name of NAMES) {
    const { milliseconds, repeats } = STEP_PRICES[name];
    const own = milliseconds(priced, counts);
    if (own === 0) continue;
    const times = repeats(priced.requested);
    for (const earlier of repeated) prices.set(earlier, (prices.get(earlier) ?? 0) * times);
    prices.set(name, own);
    if (name === 'blur' || (name === 'resize' && counts.frames > 1)) repeated.push(name);
  }
  return prices;
}

function priceOfEncoding(priced: Priced, counts: PixelCounts): number {
  const { format, isAnimated } = priced.requested;
  const once = ENCODER_PRICES[format].perMegapixel(priced, counts);
  const { still, animated } = SECOND_ENCODING;
  const second = isEncodedTwice(priced) ? (isAnimated ? animated : still) : 0;
  // the map of a result is encoded beside it, and is never larger
  const again = second + (priced.requested.hasGainMap ? once : 0);
  const stating = priced.requested.isDisplayP3 ? DISPLAY_P3 : 0;
  return (once + again + stating) * counts.output;
}

/** The price of a transformation: the most CPU that it costs. */
export function priceOf(priced: Priced): Price {
  const counts = countPixels(priced);
  const prices = pricesOfSteps(priced, counts);
  prices.set('open', priceOfOpening(priced, counts) + priceOfOpeningMap(priced, counts));
  prices.set('frames', priceOfFrames(priced, counts));
  prices.set('overlays', priceOfOverlays(priced, counts));
  // a second encoding begins with the file again, and so does a quality by the first frame
  const times = isEncodedTwice(priced) ? 2 : 1;
  const parts = Object.fromEntries(
    [...prices].map(([name, price]) => [name, Math.round(price * times)]),
  );
  parts.encode = Math.round(priceOfEncoding(priced, counts));
  const sum = Object.values(parts).reduce((total, price) => total + price, BASE_MS);
  return { milliseconds: Math.round(sum), parts };
}

/** Whether a rendition may be made within the bound (security.bounded-price). */
export function isWithinBound({ milliseconds }: Price): boolean {
  return milliseconds <= LIMITS.maxRenditionPriceMs;
}
