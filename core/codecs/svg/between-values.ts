import type { StyleWork } from './style-work.ts';
import { readComponents } from './styles/css-syntax.ts';
import { readColour } from './styles/read-colour.ts';
import { partsOf, type ValueContext } from './styles/read-lengths.ts';

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;
/** No name or function of a colour that an editor writes is longer. */
const MAX_COLOUR_LENGTH = 100;
const SIZE = { width: 100, height: 100 };
/** Colours need nothing of it but a current colour, which isn't known here. */
const CONTEXT: ValueContext = {
  fontSize: 16,
  rootFontSize: 16,
  viewport: SIZE,
  image: SIZE,
  colour: '#000000',
  isAttribute: true,
};
const COLOUR = /^#(..)(..)(..)(..)?$/;

/** Red, green, blue and alpha of a colour, each up to 255; undefined for anything else. */
function channelsOf(text: string, work: StyleWork): readonly number[] | undefined {
  if (text.length > MAX_COLOUR_LENGTH || !/^[#a-z]/i.test(text)) return undefined;
  const parts = partsOf(readComponents(text, work));
  const colour = parts.length === 1 ? readColour(parts[0], CONTEXT) : undefined;
  const [, ...channels] = COLOUR.exec(colour ?? '') ?? [];
  if (channels.length === 0) return undefined;
  return channels.map((digits) => Number.parseInt(digits ?? 'ff', 16));
}

function betweenColours(
  before: string,
  after: string,
  share: number,
  work: StyleWork,
): string | undefined {
  const [from, to] = [channelsOf(before, work), channelsOf(after, work)];
  if (!from || !to) return undefined;
  const channels = from.map((one, at) => Math.round(one + ((to[at] ?? one) - one) * share));
  const opaque = channels[3] === 255 ? channels.slice(0, 3) : channels;
  return `#${opaque.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * The share of the way between two colours, or between two values whose numbers alone differ. Of
 * other values the first one.
 */
export function betweenValues(
  before: string,
  after: string,
  share: number,
  work: StyleWork,
): string {
  if (share === 0) return before;
  const colour = betweenColours(before, after, share, work);
  if (colour !== undefined) return colour;
  const numbers = after.match(NUMBER)?.map(Number) ?? [];
  const [form, other] = [before, after].map((text) => text.replaceAll(NUMBER, '0'));
  if (form !== other || before.startsWith('#')) return share < 1 ? before : after;
  let at = 0;
  return before.replaceAll(NUMBER, (text) => {
    const [from, to] = [Number(text), numbers[at] ?? 0];
    at += 1;
    return String(Number((from + (to - from) * share).toFixed(6)));
  });
}

/** The two control points of a curve from 0 0 to 1 1: SMIL 3.0, 12.5.4. */
export type Spline = readonly [x1: number, y1: number, x2: number, y2: number];

/** The curves of `keySplines`; undefined if one isn't of four shares. */
export function readSplines(text: string): readonly Spline[] | undefined {
  const lists = text.split(';').map((one) => one.trim());
  if (lists.at(-1) === '') lists.pop();
  const splines = lists.map((one) =>
    one.replaceAll(',', ' ').split(' ').filter(Boolean).map(Number),
  );
  const isShare = (one: number) => one >= 0 && one <= 1;
  const isValid = splines.every((one) => one.length === 4 && one.every(isShare));
  return isValid ? (splines as unknown as readonly Spline[]) : undefined;
}

const HALVINGS = 40;
const cubic = (first: number, second: number, t: number) =>
  3 * (1 - t) * (1 - t) * t * first + 3 * (1 - t) * t * t * second + t * t * t;

/** The progress on a curve at a share of its time. */
export function easeBy([x1, y1, x2, y2]: Spline, share: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2;
    if (cubic(x1, x2, middle) < share) low = middle;
    else high = middle;
  }
  return cubic(y1, y2, (low + high) / 2);
}
