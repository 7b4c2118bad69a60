import { blockMeans, fromLight, toLight } from '../pixels/block-means.ts';
import { type Bound, comparePixels, MIN_SQUARE } from '../pixels/compare-pixels.ts';
import { greyOf, greyOfLight, halveChroma, spreadChroma } from '../pixels/half-chroma.ts';
import type { Pixels } from '../pixels/pixels.ts';
import type { ConfirmedReason, Delivered } from './page-jobs.ts';

const GIF_COLOURS = 256;

function listColours({ values }: Pixels): ReadonlySet<number> {
  const colours = new Set<number>();
  for (let at = 0; at < values.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = [values[at], values[at + 1], values[at + 2]];
    colours.add((Math.round(red) << 16) | (Math.round(green) << 8) | Math.round(blue));
  }
  return colours;
}

const countColours = (pixels: Pixels) => listColours(pixels).size;

/** Whether a GIF has no other colour than its original, and resizing makes more of them. */
function isPaletteKept(original: Pixels, expected: Pixels, found: Pixels): boolean {
  const own = listColours(original);
  return (
    countColours(expected) > own.size && [...listColours(found)].every((colour) => own.has(colour))
  );
}

type AreAlike = (expected: Pixels, found: Pixels, bound: Bound) => boolean;

const areAlike: AreAlike = (expected, found, bound) =>
  comparePixels(expected, found, bound).length === 0;

/** WebP's encoder keeps the light of each block, others the mean of its values. */
const WEIGHTS = {
  'image/webp': { before: toLight, after: fromLight },
  'image/jpeg': { before: (pixels: Pixels) => pixels, after: (pixels: Pixels) => pixels },
  'image/avif': { before: (pixels: Pixels) => pixels, after: (pixels: Pixels) => pixels },
};

/**
 * Whether fine colours were lost for their light. WebP's encoder changes the luma of each pixel
 * until its light is right, with the chroma that is left. No area has another colour then.
 */
function isLightKept(expected: Pixels, spread: Pixels, found: Pixels, bound: Bound): boolean {
  const greys = [expected, found].map((pixels) => fromLight(greyOfLight(toLight(pixels))));
  const [one, other] = greys;
  const { mean, square } = bound;
  const areas = { mean: 255, square: 2 * square };
  return (
    one !== undefined &&
    other !== undefined &&
    !areAlike(expected, spread, bound) &&
    areAlike(expected, found, areas) &&
    areAlike(one, other, { mean, square })
  );
}

/** Whether the chroma of a half size explains the difference. */
function hasHalfChroma(type: keyof typeof WEIGHTS, ...all: Parameters<AreAlike>): boolean {
  const [expected, found, bound] = all;
  if (areAlike(halveChroma(expected), found, bound)) return true;
  const spread = spreadChroma(expected);
  if (areAlike(spread, found, bound)) return true;
  if (type === 'image/webp' && isLightKept(expected, spread, found, bound)) return true;
  const { before, after } = WEIGHTS[type];
  const [one, other] = [before(expected), before(found)];
  // chroma has no block without another beside it: the light of each pixel is kept alone
  if (Math.min(expected.width, expected.height) < MIN_SQUARE) {
    return areAlike(after(greyOf(one)), after(greyOf(other)), bound);
  }
  const [means, others] = [blockMeans(one), blockMeans(other)];
  const plain = { mean: bound.mean, square: bound.square };
  return means && others ? areAlike(after(means), after(others), plain) : false;
}

const isLossy = (type: string): type is keyof typeof WEIGHTS => Object.hasOwn(WEIGHTS, type);

/**
 * A reason of the delivered image's encoder that explains the whole difference. `gif` has the
 * pixels of the original, if it is a GIF.
 */
export function confirmReason(
  { name, type, bound }: Delivered,
  expected: Pixels,
  found: Pixels,
  gif?: Pixels,
): ConfirmedReason | undefined {
  if (type === 'image/gif' && countColours(expected) > GIF_COLOURS) return 'gif-colours';
  if (type === 'image/gif' && gif && isPaletteKept(gif, expected, found)) return 'gif-palette';
  if (!isLossy(type) || !hasHalfChroma(type, expected, found, bound)) return undefined;
  return name === 'stored' ? 'stored-as-jpeg' : 'half-chroma';
}
