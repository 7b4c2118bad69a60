import type { TextAlign } from '../../../core/transform/parameters.ts';
import type { Pixels } from '../pixels.ts';

/** How the lines of a text are set; lengths are in font sizes. */
export interface TextSetting {
  readonly align: TextAlign;
  readonly lineHeight: number;
  /** The width of the box in which lines break; undefined if they end at line breaks alone. */
  readonly width: number | undefined;
  /** The font size of the result in pixels, as far as it is known before the text is measured. */
  readonly fontPixels: number | undefined;
}

/** The height of a line of the font, in font sizes. */
const NATURAL_HEIGHT = 1.164;
/** Pango's units of a pixel. */
const PANGO_SCALE = 1024;
/** No character of the font is wider, in font sizes. */
export const WIDEST = 2;
/** A larger text is drawn with so many pixels and enlarged: 16 MB in the renderer. */
export const MAX_DRAWN_PIXELS = 4_000_000;

/** The first strong letter of a paragraph is its direction; numbers are weak. */
const FIRST_LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Nko}]/u;

/**
 * A paragraph whose base direction is left to right, so that Pango aligns it as it is asked. One of
 * Hebrew or Arabic runs from right to left within: in an isolate (UAX 9). Others get no mark: Pango
 * gives a mark a line of its own where the box is narrower than the first letter.
 */
function directed(paragraph: string): string {
  if (!RIGHT_TO_LEFT.test(paragraph)) return paragraph;
  const letter = FIRST_LETTER.exec(paragraph)?.[0] ?? '';
  const isRightToLeft = RIGHT_TO_LEFT.test(letter);
  return isRightToLeft ? `\u200e\u2067${paragraph}\u2069` : `\u200e${paragraph}`;
}

/**
 * The markup of an escaped text in lines of this height in pixels. A word that is broken for its
 * width gets no hyphen, unless the text says where hyphens are.
 */
export function markupOfLines(escaped: string, linePixels: number): string {
  // a factor would be one of the font's own height, which is rounded to pixels
  const units = Math.round(linePixels * PANGO_SCALE);
  const hyphens = escaped.includes('\u00ad') ? '' : ' insert_hyphens="false"';
  const text = escaped.split('\n').map(directed).join('\n');
  return `<span line_height="${units}"${hyphens}>${text}</span>`;
}

/** The most lines that a paragraph can have: each two of them are wider than the box together. */
function mostLines(characters: number, width: number): number {
  return Math.max(1, Math.min(characters, 1 + Math.ceil((2 * characters * WIDEST) / width)));
}

/**
 * The font size at which lines are set: the smallest, doubled until the result is no larger. Most
 * sizes of a result share one, and so its breaks. It is less where lines have too many pixels.
 */
export function fontSizeFor(text: string, setting: TextSetting, smallest: number): number {
  const { width = Number.POSITIVE_INFINITY, lineHeight, fontPixels = smallest } = setting;
  const lengths = text.split('\n').map((paragraph) => [...directed(paragraph)].length);
  const lines = lengths.reduce((sum, length) => sum + mostLines(length, width), 0);
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  const columns = Math.min(longest * WIDEST, width + WIDEST);
  const area = columns * lines * Math.max(lineHeight, NATURAL_HEIGHT);
  let size = smallest;
  while (size < fontPixels) size *= 2;
  return Math.max(1, Math.min(size, Math.floor(Math.sqrt(MAX_DRAWN_PIXELS / area))));
}

/** Whether a row of pixels has ink. */
function hasInk({ data, width }: Pixels, y: number): boolean {
  return data.subarray(y * width, (y + 1) * width).some((alpha) => alpha > 0);
}

/** The same without the part of the last line's height that lies below its letters. */
export function withoutLeading(drawn: Pixels, linePixels: number, fontSize: number): Pixels {
  const leading = Math.max(0, Math.floor((linePixels - NATURAL_HEIGHT * fontSize) / 2));
  let { height } = drawn;
  for (let left = leading; left > 0 && height > 1 && !hasInk(drawn, height - 1); left -= 1) {
    height -= 1;
  }
  return { ...drawn, height, data: drawn.data.subarray(0, height * drawn.width) };
}
