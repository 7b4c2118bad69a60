/** Boxes of `ratio`. Edge-safe: no syntax beyond the CloudFront runtime's. */

interface Box {
  readonly width: number;
  readonly height: number;
}

/** Two whole numbers without a common divisor, as `parse` of `ratio` leaves them: `16:9`. */
export type Ratio = `${number}:${number}`;

function sidesOf(ratio: Ratio): Box {
  const sides = ratio.split(':').map(Number) as [number, number];
  return { width: sides[0], height: sides[1] };
}

const times = (side: number, by: number, over: number) =>
  Math.max(1, Math.round((side * by) / over));

/** The box of this ratio with this width, its height rounded, at least 1. */
export function boxOfWidth(ratio: Ratio, width: number): Box {
  const sides = sidesOf(ratio);
  return { width: width, height: times(width, sides.height, sides.width) };
}

/** The box of this ratio with this height, its width rounded, at least 1. */
export function boxOfHeight(ratio: Ratio, height: number): Box {
  const sides = sidesOf(ratio);
  return { width: times(height, sides.width, sides.height), height: height };
}
