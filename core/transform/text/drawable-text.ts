import { DRAWABLE_RANGES } from './generated/drawable-ranges.ts';

/** The longest text, in characters of its composed form (NFC). */
const MAX_CHARACTERS = 100;

/** Characters without their own outline: two spaces, and the joiners of Arabic and N'Ko. */
export const BLANKS: ReadonlySet<number> = new Set([0x20, 0xa0, 0x200c, 0x200d]);

/** A line break, and the two signs at which a line may end: a soft hyphen, a space of no width. */
export const BREAKS: ReadonlySet<number> = new Set([0x0a, 0xad, 0x200b]);

const hasNoInk = (code: number) => BLANKS.has(code) || BREAKS.has(code);

const RANGES = DRAWABLE_RANGES.trim()
  .split(/\s+/)
  .map((range) => range.split('-').map((code) => Number.parseInt(code, 16)));

/** Whether the font has an outline for a code point. */
function isDrawable(code: number): boolean {
  return RANGES.some(([first = 0, last = first]) => first <= code && code <= last);
}

/** A text that can be drawn, in its composed form, or the reason why it can't be. */
export type DrawableText =
  | { readonly text: string; readonly detail?: undefined }
  | { readonly detail: string };

/** The text of its one escaped form; undefined if a tilde begins no escape that is needed. */
function unescapeText(escaped: string): string | undefined {
  const text = escaped.replaceAll(/~(\d{1,5})\./g, (_, unit) => String.fromCharCode(Number(unit)));
  const again = text.replaceAll(/[^\w.-]/g, (sign) => `~${sign.charCodeAt(0)}.`);
  return again === escaped ? text : undefined;
}

/** The number of a character, and the character where a message can show it. */
function nameOf(character: string, code: number): string {
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `${number} (${character})` : number;
}

/**
 * The text of `overlay-text`, or the reason why the font has no such text. Nothing is drawn for it,
 * so the answer is the same in each environment (transformations.overlay-text).
 */
export function readDrawableText(escaped: string): DrawableText {
  const text = unescapeText(escaped)?.replaceAll('\r\n', '\n').normalize('NFC');
  if (text === undefined) {
    return {
      detail:
        '`overlay-text` has a tilde that begins no escape; write a tilde as ~126. with its full stop.',
    };
  }
  const characters = [...text];
  if (characters.length > MAX_CHARACTERS) {
    const detail = `\`overlay-text\` has ${characters.length} characters; the maximum is ${MAX_CHARACTERS}.`;
    return { detail };
  }
  const codes = characters.map((character) => character.codePointAt(0) ?? 0);
  const at = codes.findIndex((code) => !hasNoInk(code) && !isDrawable(code));
  if (at >= 0) {
    const name = nameOf(characters[at] ?? '', codes[at] ?? 0);
    return { detail: `The font has no ${name}, which is character ${at + 1} of \`overlay-text\`.` };
  }
  if (codes.every(hasNoInk)) {
    return { detail: '`overlay-text` has no character that can be seen.' };
  }
  return { text };
}
