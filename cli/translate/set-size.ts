import type { Draft } from './draft.ts';
import { numberOf, REASONS } from './read-values.ts';
import type { Values } from './translation.ts';

/** The equal of a mode of resizing. */
export interface Mode {
  readonly fit: NonNullable<Values['fit']>;
  readonly mayEnlarge: boolean;
  /** The difference that the mode always makes. */
  readonly but?: string;
}

/** The mode of a name. One without an equal is noted at the parameter, and undefined. */
export function modeOf(
  draft: Draft,
  parameter: string,
  modes: Readonly<Record<string, Mode>>,
  name: string,
): Mode | undefined {
  if (Object.hasOwn(modes, name)) return modes[name];
  draft.note(parameter, 'unmappable', `The mode ${name} does not exist here.`);
  return undefined;
}

/** Sets the mode, and notes its difference. */
export function setMode(draft: Draft, parameter: string, { fit, mayEnlarge, but }: Mode): void {
  draft.set(parameter, 'fit', fit);
  if (mayEnlarge) draft.set(parameter, 'enlarge', true);
  if (but !== undefined) draft.note(parameter, 'approximate', but);
}

/** Keeps the part that attracts the eye, in place of the part that the old service finds. */
export function setAttention(draft: Draft, parameter: string): void {
  draft.set(parameter, 'position', 'attention');
  draft.note(parameter, 'approximate', REASONS.attention);
}

/** Sets a point of the image, by fractions of its width and height in decimal notation. */
export function setPoint(draft: Draft, parameter: string, x: string, y: string): void {
  const point = [x, y].map(numberOf);
  if (point.some((at) => at === undefined || at < 0 || at > 1)) {
    draft.note(parameter, 'unmappable', 'A point must have two fractions from 0 to 1.');
    return;
  }
  const [left = 0, top = 0] = point.map((at = 0) => Math.round(at * 1000) / 1000);
  draft.set(parameter, 'position', `${left},${top}`);
  if (left !== point[0] || top !== point[1]) {
    draft.note(parameter, 'approximate', 'A point has three decimals.');
  }
}

/** Whether a text is a fraction of a side, and not a number of pixels: it has a decimal point. */
export const isFraction = (text: string) => /^[01]\.\d+$/.test(text);

/** Sets the crop x, y, w, h: all in pixels, or all as fractions, beside which 0 is one too. */
export function setRectangle(
  draft: Draft,
  parameter: string,
  sides: readonly string[],
  reason: string,
): void {
  const numbers = sides.map(numberOf);
  if (sides.some(isFraction) && sides.every((side) => side === '0' || isFraction(side))) {
    const parts = numbers.map((side = 0) => Math.round(side * 10_000) / 100);
    draft.set(parameter, 'crop', parts.map((part) => `${part}p`).join(','));
    const isRounded = parts.some((part, at) => Math.abs(part - (numbers[at] ?? 0) * 100) > 1e-9);
    if (isRounded) draft.note(parameter, 'approximate', 'Per cent have two decimals.');
  } else if (sides.length === 4 && numbers.every((side) => Number.isInteger(side))) {
    draft.set(parameter, 'crop', numbers.join(','));
  } else draft.note(parameter, 'unmappable', reason);
}

/** A part of the image by its sides, at a place of the image or around a point of it. */
interface Part {
  readonly w: string;
  readonly h: string;
  /** Our place; undefined if it is another one. */
  readonly place: string | undefined;
}

/** How far a place lies from the start of a side, of the room that the part leaves. */
function shareOf(place: string, [start, end]: readonly [string, string]): number {
  if (place.includes(start)) return 0;
  return place.includes(end) ? 1 : 0.5;
}

/** Sets the crop of a part at one of our places, whose sides are fractions of the image's. */
export function setPart(
  draft: Draft,
  parameter: string,
  { w, h, place }: Part,
  reason: string,
): void {
  if (place === undefined || !isFraction(w) || !isFraction(h)) {
    draft.note(parameter, 'unmappable', reason);
    return;
  }
  const x = (1 - Number(w)) * shareOf(place, ['left', 'right']);
  const y = (1 - Number(h)) * shareOf(place, ['top', 'bottom']);
  setRectangle(draft, parameter, [x.toFixed(6), y.toFixed(6), w, h], reason);
}

/** The start of a part around a point, which stays within the image. */
const startOf = (at: number, side: number) => Math.min(1 - side, Math.max(0, at - side / 2));

/** Sets the crop of a part around a point; all are fractions of the image's sides. */
export function setPartAround(
  draft: Draft,
  parameter: string,
  [x, y]: readonly [number, number],
  [w, h]: readonly [number, number],
): void {
  const sides = [startOf(x, w), startOf(y, h), w, h].map((side) => side.toFixed(6));
  setRectangle(draft, parameter, sides, 'A part must lie within the image.');
}

/** Width by height of an aspect ratio such as `16:9` or `1.5`; undefined if it is none. */
function ratioOf(text: string): number | undefined {
  const [, wide = '', high = '1'] = /^([\d.]+)(?::([\d.]+))?$/.exec(text) ?? [];
  const ratio = Number(wide) / Number(high);
  return ratio > 0 && Number.isFinite(ratio) ? ratio : undefined;
}

const divisorOf = (one: number, other: number): number => {
  let [large, small] = [one, other];
  while (small > 0) [large, small] = [small, large % small];
  return large;
};

/** A ratio of two integers, such as `3:2` of `1.5`; undefined if it is none. */
export function wholeRatio(text: string): string | undefined {
  const ratio = ratioOf(text);
  if (ratio === undefined) return undefined;
  const [, wide = '', high = '1'] = /^([\d.]+)(?::([\d.]+))?$/.exec(text) ?? [];
  const [w, h] = [wide, high].map((side) => Math.round(Number(side) * 1000));
  const divisor = divisorOf(w ?? 0, h ?? 0);
  return divisor > 0 ? `${(w ?? 0) / divisor}:${(h ?? 0) / divisor}` : undefined;
}

/** Sides as an address has them, and their aspect ratio. */
interface Sides {
  readonly ar?: string;
  w?: string;
  h?: string;
}

/**
 * Gives the box the side that its ratio makes of the other one, in pixels. False if it lacks a
 * ratio or a side, or has both sides.
 */
export function fillSide(box: Sides): boolean {
  const ratio = ratioOf(box.ar ?? '');
  const [w, h] = [numberOf(box.w ?? ''), numberOf(box.h ?? '')];
  if (ratio === undefined || (w === undefined) === (h === undefined)) return false;
  if (w !== undefined) box.h = String(Math.round(w / ratio));
  if (h !== undefined) box.w = String(Math.round(h * ratio));
  return true;
}
