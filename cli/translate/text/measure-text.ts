import { ADVANCES, BLANKS, BREAKS, DRAWABLE_RANGES } from './generated/font-letters.ts';

type Range = readonly [first: number, last: number];

function readRange(text: string): Range {
  const [first = '', last = first] = text.split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

const isIn = (ranges: readonly Range[], code: number) =>
  ranges.some(([first, last]) => first <= code && code <= last);

const RANGES = DRAWABLE_RANGES.trim().split(/\s+/).map(readRange);
const ADVANCE_RANGES = ADVANCES.trim()
  .replaceAll(/,\s/g, ',')
  .split(/\s+/)
  .map((group) => {
    const [hundredths = '', ranges = ''] = group.split(':');
    return { advance: Number(hundredths) / 100, ranges: ranges.split(',').map(readRange) };
  });

/** On each side of a text: a quarter of the font size (transformations.overlay-text). */
const MARGIN = 0.25;
/** Between the advances and the outlines, at both ends: the mean of measured texts. */
const BEARINGS = 0.15;

const codesOf = (text: string) =>
  [...text.normalize('NFC')].map((character) => character.codePointAt(0) ?? 0);

/** The first character that the font of texts lacks; undefined if it has all. */
export function findMissingCharacter(text: string): string | undefined {
  const hasNoInk = (each: number) => BLANKS.has(each) || BREAKS.has(each);
  const code = codesOf(text).find((each) => !hasNoInk(each) && !isIn(RANGES, each));
  return code === undefined ? undefined : String.fromCodePoint(code);
}

/**
 * The width of the box of a text, in parts of its font size, without kerning: of its longest line.
 * Undefined if it has other letters than Latin, Greek and Cyrillic.
 */
export function textWidth(text: string): number | undefined {
  let widest = 0;
  for (const line of text.split('\n')) {
    const width = lineWidth(line);
    if (width === undefined) return undefined;
    widest = Math.max(widest, width);
  }
  return widest;
}

function lineWidth(line: string): number | undefined {
  let width = 2 * MARGIN - BEARINGS;
  // spaces at the ends have no outline
  for (const code of codesOf(line.trim())) {
    if (BREAKS.has(code)) continue;
    const found = ADVANCE_RANGES.find(({ ranges }) => isIn(ranges, code));
    if (!found) return undefined;
    width += found.advance;
  }
  return width;
}
