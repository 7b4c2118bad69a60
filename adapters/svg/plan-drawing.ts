/** A smaller drawing of the same SVG. */
export interface Trial {
  /** Its longer side, in pixels. */
  readonly side: number;
  readonly cpuMs: number;
}

const LEAST_TRIAL = 8;
/** A drawing that is too costly at its size gets a half or a quarter of it, down to this. */
const SMALLEST_SIDE = 512;
/** Each trial has at most that many times the work of the one before. */
const STEEPEST_GROWTH = 16;
/** The growth itself grows: by up to so much from a trial to the next in drawings of many paths. */
const GROWTH_OF_GROWTH = 1.75;

/**
 * The factor between the sides of two trials. The work of a drawing grows with its pixels. With a
 * filter it may grow with their square, as the radius of `feMorphology` grows, too.
 */
const stepOf = (svg: string) => STEEPEST_GROWTH ** (svg.includes('filter') ? 0.25 : 0.5);

/** The longer sides of the trials, the smallest first. */
export function trialSides(svg: string, longest: number): number[] {
  const step = stepOf(svg);
  const sides: number[] = [];
  for (let side = longest / step; side >= LEAST_TRIAL; side /= step) sides.unshift(side);
  return sides.map(Math.floor);
}

/** The longer sides at which a drawing is worth storing: its own, the half and the quarter. */
export function possibleSides(longest: number): number[] {
  const smaller = [longest / 2, longest / 4].map(Math.floor);
  return [longest, ...smaller.filter((side) => side >= SMALLEST_SIDE)];
}

/** The expected cost, in milliseconds, of a drawing that is so many steps beyond the last trial. */
function expectedMs(trials: readonly Trial[], steps: number): number {
  const [now = 0, ...earlier] = trials.map(({ cpuMs }) => cpuMs).toReversed();
  const [before = now, first = before] = earlier;
  const added = now - before;
  const seen = (added / Math.max(0, before - first)) * GROWTH_OF_GROWTH; // infinite after nothing
  return added > 0 ? now + added * Math.min(STEEPEST_GROWTH, seen) ** steps : now;
}

/**
 * The plan after the trials so far: `next` where the next one is within so many CPU milliseconds.
 * Otherwise the longer side of the largest drawing that is within them; undefined where none is.
 */
export function planDrawing(
  svg: string,
  trials: readonly Trial[],
  longest: number,
  leftMs: number,
): 'next' | number | undefined {
  if (expectedMs(trials, 1) <= leftMs) return 'next';
  const last = trials.at(-1)?.side ?? longest;
  const [, ...smaller] = possibleSides(longest);
  return smaller.find((side) => {
    const steps = Math.log(Math.max(1, side / last)) / Math.log(stepOf(svg));
    return expectedMs(trials, steps) <= leftMs;
  });
}
