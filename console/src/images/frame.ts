import type { Image } from './image.ts';

/** A rectangle of the upright image, in its pixels. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A place in an image, in per cent of its sides. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

type Size = Pick<Image, 'width' | 'height'>;

export const clamp = (value: number, min: number, max: number) =>
  Math.min(max, Math.max(min, Math.round(value)));

/** `x,y,w,h`, as `crop` takes it. */
export const writeFrame = ({ x, y, width, height }: Frame) => [x, y, width, height].join();

/**
 * The part of the image that a crop leaves, in its pixels; the whole image where it names none. In
 * per cent both edges are rounded, in whole hundredths, as the service rounds them.
 */
export function readFrame(text: string, { width, height }: Size): Frame {
  const [x = 0, y = 0, w = 0, h = 0] = text.split(',').map(Number.parseFloat);
  const edge = (at: number, side: number) =>
    text.endsWith('p') ? (side * Math.round(at * 100)) / 10_000 : at;
  const isPart = w > 0 && h > 0 && edge(x, width) < width && edge(y, height) < height;
  if (!isPart) return { x: 0, y: 0, width, height };
  const [left, top] = [clamp(edge(x, width), 0, width - 1), clamp(edge(y, height), 0, height - 1)];
  return {
    x: left,
    y: top,
    width: clamp(edge(x + w, width) - left, 1, width - left),
    height: clamp(edge(y + h, height) - top, 1, height - top),
  };
}

/** The largest part of a ratio within the image, with the point as near to its middle as can be. */
export function frameAround({ width, height }: Size, ratio: number, { x, y }: Point): Frame {
  const w = clamp(height * ratio, 1, width);
  const h = clamp(width / ratio, 1, height);
  return {
    x: clamp((width * x) / 100 - w / 2, 0, width - w),
    y: clamp((height * y) / 100 - h / 2, 0, height - h),
    width: w,
    height: h,
  };
}

export const CENTER: Point = { x: 50, y: 50 };

/** `x,y` in fractions, as `position` takes a point. */
export const writePoint = ({ x, y }: Point) => `${x / 100},${y / 100}`;

/** The point that `position` has, or that is named by one of its nine values. */
export const pointOf = (position: string): Point => {
  const [left, top] = position.split(',').map(Number);
  if (left !== undefined && top !== undefined) {
    return { x: clamp(left * 100, 0, 100), y: clamp(top * 100, 0, 100) };
  }
  const side = (before: string, after: string) =>
    position.includes(before) ? 0 : position.includes(after) ? 100 : 50;
  return { x: side('left', 'right'), y: side('top', 'bottom') };
};

/** `38,62` as a point; the point that is kept with the image where the text is none. */
export function readPoint(text: string | null, kept: string | null): Point {
  const parts = /^(\d{1,3}),(\d{1,3})$/.exec(text ?? '');
  return parts
    ? { x: clamp(Number(parts[1]), 0, 100), y: clamp(Number(parts[2]), 0, 100) }
    : pointOf(kept ?? '');
}

/** The sides that an arrow key moves to; undefined for other keys. */
export const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where the pointer is over an element, in per cent of its sides. */
export function pointUnder(event: PointerEvent, element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return {
    x: Math.min(100, Math.max(0, ((event.clientX - left) / width) * 100)),
    y: Math.min(100, Math.max(0, ((event.clientY - top) / height) * 100)),
  };
}
