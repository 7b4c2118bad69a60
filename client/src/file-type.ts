import { FILE_TYPES, FIRST_BYTES, SVG_TYPE, UNKNOWN_TYPE } from './generated/file-types.ts';
import { nameOf } from './upload-options.ts';

const PART_BYTES = 65_536;
/** Read once more with the next part, so that no element is cut. */
const OVERLAP_BYTES = 128;
// the marks of UTF-8 and UTF-16 may stand before a text
const SVG_START = /^[ïÿþ»¿]{0,3}\s*(?:<(?:[?!]|(?:[\w-]{1,40}:)?svg[\s>/])|$)/;
const HTML_START = /^\W{0,9}doctype\s+html/i;
const SVG_ELEMENT = /<(?:[\w-]{1,40}:)?svg[\s>/]/;

const latin = (bytes: ArrayBuffer) => new TextDecoder('latin1').decode(bytes);
const bytesOf = (file: Blob, from: number, length: number) =>
  file.slice(from, from + length).arrayBuffer();
// of each unit of UTF-16 one byte is 0 where it is ASCII
const textOf = (bytes: ArrayBuffer) => latin(bytes).replaceAll('\0', '');

/** Comments of any length may stand before the element, so the text is read to it. */
async function isSvg(file: Blob): Promise<boolean> {
  for (let at = 0; at < file.size; at += PART_BYTES) {
    if (SVG_ELEMENT.test(textOf(await bytesOf(file, at, PART_BYTES + OVERLAP_BYTES)))) return true;
  }
  return false;
}

/** Whether the first bytes may be those of an SVG, in UTF-8 or UTF-16. */
export function mayBeSvg(bytes: ArrayBuffer): boolean {
  const start = textOf(bytes);
  return start !== '' && SVG_START.test(start) && !HTML_START.test(start);
}

/** The content type of a name, by its extension; undefined for another file. */
export function typeOfName(name: string): string | undefined {
  return FILE_TYPES.find(([, end]) => end.test(name))?.[0];
}

/** The first box of a file that consists of them, with a short size: its brands are in it. */
function firstBox(start: string): string {
  if (!start.startsWith('ftyp', 4)) return start;
  const [begin, size] = start.startsWith('\0\0\0\x01') ? [16, 14] : [8, 2];
  const end = start.charCodeAt(size) * 256 + start.charCodeAt(size + 1);
  return start.slice(0, 8) + start.slice(begin, end);
}

/**
 * The content type of an image by its bytes; undefined for a file that is no image. Of a file that
 * isn't text, only the first bytes are read.
 */
export async function readTypeOfBytes(file: Blob): Promise<string | undefined> {
  const bytes = await bytesOf(file, 0, FIRST_BYTES);
  const start = String.fromCharCode(...new Uint8Array(bytes));
  const found = FILE_TYPES.find(([, , begin]) => begin?.test(firstBox(start)));
  if (found || !mayBeSvg(bytes)) return found?.[0];
  return (await isSvg(file)) ? SVG_TYPE : undefined;
}

/**
 * The content type of an image by its bytes, else by the extension of its name; else
 * `application/octet-stream`.
 */
export async function readFileType(file: Blob, name = nameOf(file) ?? ''): Promise<string> {
  return (await readTypeOfBytes(file)) ?? typeOfName(name) ?? UNKNOWN_TYPE;
}
