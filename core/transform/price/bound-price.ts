import { LIMITS } from '../../foundation/limits.ts';
import type { OriginalFacts, StepName, Transformation } from '../transformation.ts';
import type { TransformationFault } from '../transformation-faults.ts';
import { type Priced, USUAL_TRAITS } from './pixel-counts.ts';
import { isWithinBound, type Price, type PriceName, priceOf } from './price-of.ts';
import { STEP_PRICES } from './step-prices.ts';

/** A transformation within the bound, with its price; or the reason why it isn't. */
export type Bounded =
  | { readonly requested: Transformation; readonly price: Price }
  | { readonly fault: TransformationFault; readonly price: Price };

const LOWER: Readonly<Record<Exclude<PriceName, StepName>, string>> = {
  frames: 'the number of frames, as `frame=0` does',
  open: 'the size of the stored image',
  overlays: '`overlay` or the watermark',
};

const isStep = (name: PriceName): name is StepName => name in STEP_PRICES;

function lowerOf(name: PriceName): string {
  return isStep(name) ? STEP_PRICES[name].lower : LOWER[name];
}

const REPORTED_PARTS = 3;
/** A part below this share of the price isn't worth lowering. */
const REPORTED_SHARE = 0.1;

/** The refusal names the dearest parts, and what makes each cheaper. */
function explain({ milliseconds, parts }: Price): string {
  const dearest = (Object.entries(parts) as [PriceName, number][])
    .filter(([, price]) => price > milliseconds * REPORTED_SHARE)
    .sort(([, a], [, b]) => b - a)
    .slice(0, REPORTED_PARTS);
  const named = dearest.map(([name, price]) => `${name} ${price} ms`).join(', ');
  const lower = [...new Set(dearest.map(([name]) => lowerOf(name)))].join(', ');
  return `The rendition would cost ${milliseconds} ms of CPU; the maximum is ${LIMITS.maxRenditionPriceMs}. The dearest parts are: ${named}. Lower ${lower}.`;
}

/** The reason why a transformation is too dear as it is; undefined if it is within the bound. */
export function findPriceFault(priced: Priced): TransformationFault | undefined {
  return faultOf(priceOf(priced));
}

function faultOf(price: Price): TransformationFault | undefined {
  return isWithinBound(price) ? undefined : { code: 'image_too_large', detail: explain(price) };
}

/** The cost of a trimmed image, whatever its content: it is decoded before its size is known. */
function priceBeforeContent({ parts }: Price): Price {
  const { open = 0, trim = 0 } = parts;
  return { milliseconds: open + trim, parts: { open, trim } };
}

/**
 * Bounds a transformation by its price (security.bounded-price). One that is too dear with the
 * usual settings of its encoder gets its fast ones. With `trim` the size isn't known yet: the image
 * engine looks again when it is.
 */
export function boundPrice(original: OriginalFacts, requested: Transformation): Bounded {
  const traits = USUAL_TRAITS;
  const usual = priceOf({ original, requested, traits });
  if (isWithinBound(usual)) return { requested, price: usual };
  const fast = { ...requested, isFastEncoded: true };
  const price = priceOf({ original, requested: fast, traits });
  const fault = faultOf(requested.trim ? priceBeforeContent(price) : price);
  return fault ? { fault, price } : { requested: fast, price };
}
