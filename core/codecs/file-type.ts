import { SENT_FORMATS, TYPE_OF_EXTENSION } from '../transform/sent-formats.ts';
import { detectBinaryFormat } from './detect-binary-format.ts';

export { UNKNOWN_TYPE } from '../transform/sent-formats.ts';
export { FIRST_BYTES } from './detect-binary-format.ts';

/** The content type of an SVG. */
export const SVG_TYPE = SENT_FORMATS.svg.contentTypes[0] ?? '';

/** The names of the formats in a sentence, such as `JPEG, PNG or GIF`. */
export const FORMAT_LABELS = Object.values(SENT_FORMATS)
  .map(({ label }) => label)
  .join(', ')
  .replace(/, (\w+)$/, ' or $1');

/** The content type by the first bytes of a file; undefined for text and for unknown bytes. */
export function typeOfFirstBytes(bytes: Uint8Array): string | undefined {
  const format = detectBinaryFormat(bytes);
  return format && SENT_FORMATS[format].contentTypes[0];
}

/** The content type by the extension of a file's name; undefined for unknown ones. */
export function typeOfName(name: string): string | undefined {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(TYPE_OF_EXTENSION, extension) ? TYPE_OF_EXTENSION[extension] : undefined;
}

// marks of UTF-8 and UTF-16 stand before the text, and the decoder reads them as Latin letters
const SVG_START = /^(?:ï»¿|ÿþ|þÿ)?\s*<(?:\?xml|!--|!DOCTYPE\s+svg|(?:[\w-]{1,40}:)?svg[\s>/])/;
const SVG_ELEMENT = /<(?:[\w-]{1,40}:)?svg[\s>/]/;

/** Bytes that are read once more with the next part of a text, so that no element is cut. */
export const SVG_OVERLAP_BYTES = 128;

// of each unit of UTF-16 one byte is 0 where it is ASCII
const textOf = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes).replaceAll('\0', '');

/** Whether the first bytes may be those of an SVG, in UTF-8 or UTF-16. */
export function mayBeSvg(bytes: Uint8Array): boolean {
  const start = textOf(bytes);
  return SVG_START.test(start) || (start !== '' && start.trim() === '');
}

/** Whether a part of a text has the element of an SVG. */
export function hasSvgElement(bytes: Uint8Array): boolean {
  return SVG_ELEMENT.test(textOf(bytes));
}
