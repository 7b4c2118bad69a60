import { releaseBytes } from '../../foundation/release-bytes.ts';
import { ImageFileFault } from '../image-file.ts';

/** Reads a declared encoding in the first bytes; a longer declaration is of no editor. */
const DECLARATION_BYTES = 300;
const DECLARATION = /^<\?xml\s[^?>]{0,250}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/;

/** An encoding, and how many bytes of a mark stand before the text. */
interface Encoding {
  readonly label: string;
  readonly markLength: number;
}

const MARKS: readonly (readonly [label: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** The first character of a document without a mark; XML 1.0, appendix F. */
const STARTS: readonly (readonly [label: string, start: readonly number[]])[] = [
  ['utf-16le', [0x3c, 0]],
  ['utf-16be', [0, 0x3c]],
];

const WIDE = ['utf-16le', 'utf-16be'];

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, at) => bytes[at] === byte);

/** The encoding that a declaration names; one that is read as bytes can't be UTF-16. */
function declaredEncoding(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString('latin1');
  const declared = DECLARATION.exec(start)?.[1]?.toLowerCase() ?? 'utf-8';
  return /^(?:utf-?16|iso-10646-ucs-2|ucs-2|unicode)/.test(declared) ? 'utf-8' : declared;
}

function encodingOf(bytes: Uint8Array): Encoding {
  const marked = MARKS.find(([, mark]) => startsWith(bytes, mark));
  if (marked) return { label: marked[0], markLength: marked[1].length };
  const started = STARTS.find(([, start]) => startsWith(bytes, start));
  return { label: started?.[0] ?? declaredEncoding(bytes), markLength: 0 };
}

/** A decoder that fails at the first wrong byte; undefined for an unknown encoding. */
function decoderOf(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true });
  } catch {
    return undefined;
  }
}

/**
 * The bytes with spaces in place of tabs and line breaks, as XML 1.0 (3.3.3) has it for attributes.
 * Style sheets mean the same by either.
 */
function spaced(bytes: Uint8Array, label: string): Uint8Array {
  const result = new Uint8Array(bytes);
  const isWide = WIDE.includes(label);
  // the byte of a character that is zero for these
  const other = label === 'utf-16be' ? -1 : 1;
  for (let at = other < 0 ? 1 : 0; at < result.length; at += isWide ? 2 : 1) {
    const byte = result[at];
    if (byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) continue;
    if (!isWide || result[at + other] === 0) result[at] = 0x20;
  }
  return result;
}

/**
 * The text of a document, with spaces for tabs and line breaks. It is read by its mark, else by
 * its first character, else by the encoding that it declares, else as UTF-8. An ImageFileFault
 * that names the encoding if it is unknown, or if the bytes aren't in it.
 */
export function decodeSvg(bytes: Uint8Array): string {
  const { label, markLength } = encodingOf(bytes);
  const decoder = decoderOf(label);
  if (!decoder) {
    throw new ImageFileFault(`The encoding ${label} of the SVG is unknown: save it as UTF-8.`);
  }
  const copy = spaced(bytes.subarray(markLength), label);
  try {
    return decoder.decode(copy);
  } catch {
    const name = label.toUpperCase();
    throw new ImageFileFault(`The SVG has bytes that are not ${name}: save it as UTF-8.`);
  } finally {
    releaseBytes(copy);
  }
}

/** Parts that may stand before the root; each ends at its own mark. */
const BEFORE_ROOT: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<?', '?>'],
];
const HTML = /^<!DOCTYPE\s+html/i;
const NAME_END = /[\s>/]/;
const SPACE = /\S/g;
const DOCTYPE_PARTS = /[[\]>"']|<!--|<\?/g;
const PART_ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<?': '?>' };

/** The place behind a document type, with quotes, comments and an internal subset in it. */
function endOfDoctype(text: string, from: number): number {
  let isInSubset = false;
  DOCTYPE_PARTS.lastIndex = from;
  for (let part = DOCTYPE_PARTS.exec(text); part; part = DOCTYPE_PARTS.exec(text)) {
    const [mark] = part;
    if (mark === '[') isInSubset = true;
    else if (mark === ']') isInSubset = false;
    else if (mark === '>') {
      if (!isInSubset) return part.index + 1;
    } else {
      const end = PART_ENDS[mark] ?? mark;
      const at = text.indexOf(end, part.index + mark.length);
      if (at < 0) return text.length;
      DOCTYPE_PARTS.lastIndex = at + end.length;
    }
  }
  return text.length;
}

/** Whether the first element of a text of XML is `svg`: one pass over whatever is before it. */
function hasSvgRoot(text: string): boolean {
  for (let at = 0; at < text.length; ) {
    SPACE.lastIndex = at;
    const start = SPACE.exec(text)?.index ?? text.length;
    const before = BEFORE_ROOT.find(([mark]) => text.startsWith(mark, start));
    if (before) {
      const end = text.indexOf(before[1], start + before[0].length);
      if (end < 0) return false;
      at = end + before[1].length;
    } else if (text.startsWith('<!DOCTYPE', start)) {
      if (HTML.test(text.slice(start, start + 30))) return false;
      at = endOfDoctype(text, start);
    } else return isSvgElement(text, start);
  }
  return false;
}

function isSvgElement(text: string, start: number): boolean {
  if (text[start] !== '<') return false;
  const tag = text.slice(start + 1, start + 50);
  const [name = ''] = tag.split(NAME_END, 1);
  return name.length < tag.length && (name === 'svg' || name.endsWith(':svg'));
}

/**
 * Whether bytes are XML whose first element is `svg`, in any encoding that decodeSvg reads. The
 * work is linear in the bytes, and ends at the first element.
 */
export function isSvg(bytes: Uint8Array): boolean {
  const { label, markLength } = encodingOf(bytes);
  const isWide = WIDE.includes(label);
  const first = bytes[markLength + (label === 'utf-16be' ? 1 : 0)] ?? 0;
  // white space, or the start of an element: nothing else is decoded
  if (first !== 0x3c && first !== 0x20 && (first < 0x09 || first > 0x0d)) return false;
  const text = isWide
    ? new TextDecoder(label).decode(bytes.subarray(markLength))
    : Buffer.from(bytes.subarray(markLength)).toString('latin1');
  return hasSvgRoot(text);
}
