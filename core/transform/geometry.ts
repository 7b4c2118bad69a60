import type {
  Crop,
  Fit,
  NamedPosition,
  Parameters,
  PointPosition,
  RequestedCrop,
} from './parameters.ts';
import { boxOfSide, type Ratio, scaleLength } from './ratio.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * How pixels reach the output's size: `scale` to it exactly, `cover` it and crop, or fit inside it
 * and pad.
 */
export type Resize =
  | { readonly how: 'scale' | 'cover'; readonly size: Size }
  | { readonly how: 'contain'; readonly size: Size; readonly inner: Size };

function scaled(size: Size, factor: number): Size {
  return {
    width: Math.max(1, Math.round(size.width * factor)),
    height: Math.max(1, Math.round(size.height * factor)),
  };
}

export function isSameSize(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}

/**
 * The two edges are rounded, so that crops which meet in per cent meet in pixels. They are counted
 * in whole hundredths of a per cent: sums of fractions drift.
 */
function extentOf(start: number, length: number, side: number): [start: number, length: number] {
  const from = Math.round(start * 100);
  const to = from + Math.round(length * 100);
  const edge = (hundredths: number) => Math.round((side * hundredths) / 10_000);
  const first = Math.min(side - 1, edge(from));
  const end = Math.min(side, edge(to));
  return [first, start < 100 ? Math.max(1, end - first) : 0];
}

function pixelsOf(requested: RequestedCrop, image: Size): Crop {
  const numbers = requested.split(',').map((side) => Number.parseFloat(side));
  const [left, top, wide, tall] = numbers as [number, number, number, number];
  if (!requested.endsWith('p')) return { x: left, y: top, width: wide, height: tall };
  const [x, width] = extentOf(left, wide, image.width);
  const [y, height] = extentOf(top, tall, image.height);
  return { x, y, width, height };
}

/**
 * The crop in pixels, limited to the upright image; undefined if nothing is left, the whole image
 * if none is requested.
 */
export function cutCrop(requested: RequestedCrop | undefined, image: Size): Crop | undefined {
  if (!requested) return { x: 0, y: 0, ...image };
  const crop = pixelsOf(requested, image);
  const width = Math.min(crop.width, image.width - crop.x);
  const height = Math.min(crop.height, image.height - crop.y);
  return width < 1 || height < 1 ? undefined : { x: crop.x, y: crop.y, width, height };
}

function oneSide(from: Size, requested: Partial<Size>, mayEnlarge: boolean): Resize {
  const factor =
    requested.width !== undefined
      ? requested.width / from.width
      : (requested.height ?? 0) / from.height;
  const kept = mayEnlarge ? factor : Math.min(1, factor);
  const size = scaled(from, kept);
  // the requested side exactly, whatever the rounding
  if (kept !== factor) return { how: 'scale', size };
  return { how: 'scale', size: { ...size, ...requested } };
}

/** The image size from which `cover` is cropped; the size itself for everything else. */
export function sizeBeforeCut(from: Size, { how, size }: Resize): Size {
  if (how !== 'cover') return size;
  return scaled(from, Math.max(size.width / from.width, size.height / from.height));
}

function coverBox(from: Size, box: Size, mayEnlarge: boolean): Resize {
  const shrink = mayEnlarge ? 1 : Math.min(1, from.width / box.width, from.height / box.height);
  const size = scaled(box, shrink);
  const factor = Math.max(size.width / from.width, size.height / from.height);
  return { how: isSameSize(scaled(from, factor), size) ? 'scale' : 'cover', size };
}

function containBox(from: Size, box: Size, mayEnlarge: boolean): Resize {
  const factor = Math.min(box.width / from.width, box.height / from.height);
  const inner = scaled(from, mayEnlarge ? factor : Math.min(1, factor));
  return isSameSize(inner, box)
    ? { how: 'scale', size: box }
    : { how: 'contain', size: box, inner };
}

function fitBox(fit: Fit, from: Size, box: Size, mayEnlarge: boolean): Resize {
  if (fit === 'cover') return coverBox(from, box, mayEnlarge);
  if (fit === 'contain') return containBox(from, box, mayEnlarge);
  if (fit === 'fill') {
    const width = mayEnlarge ? box.width : Math.min(box.width, from.width);
    const height = mayEnlarge ? box.height : Math.min(box.height, from.height);
    return { how: 'scale', size: { width, height } };
  }
  const pick = fit === 'inside' ? Math.min : Math.max;
  const factor = pick(box.width / from.width, box.height / from.height);
  return { how: 'scale', size: scaled(from, mayEnlarge ? factor : Math.min(1, factor)) };
}

/** The largest box of a ratio in the image, or the smallest around it. */
function boxOfRatio(ratio: Ratio, from: Size, isAround: boolean): Size {
  const wide = boxOfSide(ratio, from.width, from.height);
  if (wide.height === from.height || wide.height > from.height === isAround) return wide;
  return boxOfSide(ratio, undefined, from.height);
}

/** The requested sides, before dpr. */
function requestedSides({ width, height, ratio }: Parameters): Partial<Size> {
  const isHalf = (width === undefined) !== (height === undefined);
  if (ratio && isHalf) return boxOfSide(ratio, width, height ?? 0);
  return { ...(width && { width }), ...(height && { height }) };
}

/** The points that have a name. */
export const NAMED_POINTS: Readonly<Record<string, NamedPosition>> = {
  '0.5,0.5': 'center',
  '0.5,0': 'top',
  '1,0': 'top-right',
  '1,0.5': 'right',
  '1,1': 'bottom-right',
  '0.5,1': 'bottom',
  '0,1': 'bottom-left',
  '0,0.5': 'left',
  '0,0': 'top-left',
};

/** The upper left corner of a rectangle, in pixels. */
export interface Corner {
  readonly left: number;
  readonly top: number;
}

/**
 * The image between its scaling and its place in the result. The part that `cover` keeps
 * begins at the corner; for `contain`, the image in its box does.
 */
export interface Place extends Corner {
  readonly scaled: Size;
}

/** Points have at most so many parts of a whole: six decimals. */
const WHOLE = 1_000_000;

/**
 * The fractions of a point in whole millionths: exact, where a double is only near the decimals as
 * they are written. Products with sides stay below 2^53, so a quotient of them rounds as exactly.
 */
function millionthsOf(point: PointPosition): [x: number, y: number] {
  return point.split(',').map((fraction) => Math.round(Number(fraction) * WHOLE)) as [
    number,
    number,
  ];
}

function isPoint(position: string): position is PointPosition {
  return position.includes(',');
}

/** The corner of a rectangle of this size in a box: a point divides the free space. */
export function placeInside(
  position: NamedPosition | PointPosition,
  size: Size,
  box: Size,
): Corner {
  const [wide, high] = [box.width - size.width, box.height - size.height];
  if (isPoint(position)) {
    const [x, y] = millionthsOf(position);
    return { left: Math.floor((wide * x) / WHOLE), top: Math.floor((high * y) / WHOLE) };
  }
  return {
    left: position.endsWith('left') ? 0 : position.endsWith('right') ? wide : wide >> 1,
    top: position.startsWith('top') ? 0 : position.startsWith('bottom') ? high : high >> 1,
  };
}

/** The corner of the image in the box of `contain`. */
export function innerCorner(
  { size, inner }: Extract<Resize, { readonly how: 'contain' }>,
  position: NamedPosition,
  place: Corner | undefined,
): Corner {
  const { left, top } = place ?? placeInside(position, inner, size);
  return { left, top };
}

/**
 * The place of a point of the image (transformations.point). `cover` brings it as near to the
 * middle as the image allows; `contain` divides the free space in its proportions. `scale` has no
 * place to choose.
 */
export function placePoint(point: PointPosition, from: Size, resize: Resize): Place {
  const { size } = resize;
  if (resize.how === 'contain') {
    const { inner } = resize;
    return { scaled: inner, ...placeInside(point, inner, size) };
  }
  const [x, y] = millionthsOf(point);
  const scaled = sizeBeforeCut(from, resize);
  const startOf = (at: number, whole: number, kept: number) => {
    const start = Math.round((2 * at * whole - kept * WHOLE) / (2 * WHOLE));
    return Math.max(0, Math.min(whole - kept, start));
  };
  return {
    scaled,
    left: startOf(x, scaled.width, size.width),
    top: startOf(y, scaled.height, size.height),
  };
}

/** Six decimals, so that a point and its mirror image have the same distance from their edges. */
const fraction = (millionths: number, side: number) =>
  Math.round(Math.max(0, Math.min(WHOLE, millionths / side))) / WHOLE;

/**
 * The place of an image's point after `crop`, `rotate`, `flip` and `flop`; a point outside the crop
 * moves to its nearest edge (transformations.focal-point).
 */
export function movePoint(
  point: PointPosition,
  image: Size,
  crop: Crop,
  { turn, isMirrored }: { readonly turn: 0 | 90 | 180 | 270; readonly isMirrored: boolean },
): PointPosition {
  const [left, top] = millionthsOf(point);
  const { width, height } = crop;
  // millionths of the crop's sides, times these
  const x = left * image.width - WHOLE * crop.x;
  const y = top * image.height - WHOLE * crop.y;
  const [fromRight, fromBottom] = [WHOLE * width - x, WHOLE * height - y];
  const turned = {
    0: [x, fromRight, width, y, height],
    90: [fromBottom, y, height, x, width],
    180: [fromRight, x, width, fromBottom, height],
    270: [y, fromBottom, height, fromRight, width],
  } as const;
  const [wide, mirrored, across, high, down] = turned[turn];
  return `${fraction(isMirrored ? mirrored : wide, across)},${fraction(high, down)}`;
}

/**
 * The result of width, height, ratio, dpr, fit and enlarge for an image of this size
 * (transformations.size, transformations.enlarging).
 */
export function resolveResize(from: Size, parameters: Parameters): Resize {
  const dpr = parameters.dpr ?? 1;
  const mayEnlarge = parameters.enlarge ?? false;
  const fit = parameters.fit ?? 'cover';
  const sides = requestedSides(parameters);
  const width = sides.width && scaleLength(sides.width, dpr);
  const height = sides.height && scaleLength(sides.height, dpr);
  if (width && height) {
    return fitBox(fit, from, { width, height }, mayEnlarge);
  }
  if (width) return oneSide(from, { width }, mayEnlarge);
  if (height) return oneSide(from, { height }, mayEnlarge);
  if (!parameters.ratio) return { how: 'scale', size: from };
  return fitBox(fit, from, boxOfRatio(parameters.ratio, from, fit === 'contain'), false);
}
