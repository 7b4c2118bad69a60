/** Boxes of `ratio`, lengths times `dpr`. Edge-safe: no syntax beyond the CloudFront runtime's. */

interface Box {
  readonly width: number;
  readonly height: number;
}

/** Width to height, whole numbers: `16:9`. */
export type Ratio = `${number}:${number}`;

/**
 * The box of this ratio with this width or, if it is undefined, with this height; the other side
 * rounded, at least 1.
 */
export function boxOfSide(ratio: Ratio, width: number | undefined, height: number): Box {
  const sides = ratio.split(':').map(Number) as [number, number];
  const other = (side: number, from: number, to: number) =>
    Math.max(1, Math.round((side * (sides[to] as number)) / (sides[from] as number)));
  return width
    ? { width: width, height: other(width, 0, 1) }
    : { width: other(height, 1, 0), height: height };
}

/** A length times a factor of one decimal, rounded: as exactly as the decimal is written. */
export function scaleLength(length: number, factor: number): number {
  return Math.round((length * Math.round(factor * 10)) / 10);
}
