import { readByte } from '../read-bytes.ts';
import { joinBytes, textBytes, uint16Be, uint32Be } from '../write-bytes.ts';

/** A tag of a profile: its signature's four characters, and its data. */
export interface IccTag {
  readonly name: string;
  readonly data: Uint8Array;
}

/** The header of a profile (ICC.1:2022, 7.2). */
export const HEADER_BYTES = 128;
const ENTRY_BYTES = 12;
const MAX_INTENT = 3;
const DESCRIPTION = 'Colour profile';
const COPYRIGHT = 'Not stated';
const DESC_TAIL_BYTES = 78; // no Unicode and no Macintosh form (ICC.1:2001-04, 6.5.17)
const MIDNIGHT_OF_2000 = [2_000, 1, 1, 0, 0, 0];
const D50 = [0xf6d6, 0x10000, 0xd32d]; // ICC.1:2022, 7.2.16

/**
 * A profile of these tags under a fixed description; it keeps only the version, class, spaces and
 * intent of the old header.
 */
export function buildIccProfile(old: Uint8Array, tags: readonly IccTag[]): Uint8Array {
  const isVersion2 = readByte(old, 8) === 2;
  const all: IccTag[] = [
    { name: 'desc', data: isVersion2 ? descriptionOf(DESCRIPTION) : localizedOf(DESCRIPTION) },
    { name: 'cprt', data: isVersion2 ? textOf(COPYRIGHT) : localizedOf(COPYRIGHT) },
    ...tags,
  ];
  const { table, data } = layOut(all);
  const size = HEADER_BYTES + table.length + data.reduce((sum, part) => sum + part.length, 0);
  return joinBytes([buildHeader(old, size), table, ...data]);
}

function buildHeader(old: Uint8Array, size: number): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES);
  header.set(uint32Be(size));
  header.set(old.subarray(8, 10), 8); // the version; its other two bytes are reserved
  header.set(old.subarray(12, 24), 12); // class, colour space, connection space
  header.set(MIDNIGHT_OF_2000.flatMap(uint16Be), 24);
  header.set(textBytes('acsp'), 36);
  const intent = readByte(old, 67);
  header[67] = intent <= MAX_INTENT ? intent : 0;
  header.set(D50.flatMap(uint32Be), 68);
  return header;
}

/**
 * The tag table and the tags' data, each at a multiple of four; equal data occur once, as writers
 * do it.
 */
function layOut(tags: readonly IccTag[]): { table: Uint8Array; data: Uint8Array[] } {
  const entries: number[] = [];
  const placed: { data: Uint8Array; start: number }[] = [];
  const parts: Uint8Array[] = [];
  let end = HEADER_BYTES + 4 + tags.length * ENTRY_BYTES;
  for (const { name, data } of tags) {
    const before = placed.find((first) => isEqual(first.data, data));
    const start = before?.start ?? end;
    entries.push(...textBytes(name), ...uint32Be(start), ...uint32Be(data.length));
    if (before) continue;
    const padding = new Uint8Array((4 - (data.length % 4)) % 4);
    placed.push({ data, start });
    parts.push(data, padding);
    end += data.length + padding.length;
  }
  return { table: Uint8Array.from([...uint32Be(tags.length), ...entries]), data: parts };
}

function isEqual(first: Uint8Array, other: Uint8Array): boolean {
  return first.length === other.length && first.every((byte, at) => byte === other[at]);
}

/** `desc` of version 2: the length with its zero, the text, and two empty further forms. */
function descriptionOf(text: string): Uint8Array {
  const bytes = [...textBytes(text), 0];
  const head = [...textBytes('desc'), 0, 0, 0, 0, ...uint32Be(bytes.length), ...bytes];
  return joinBytes([Uint8Array.from(head), new Uint8Array(DESC_TAIL_BYTES)]);
}

function textOf(text: string): Uint8Array {
  return Uint8Array.of(...textBytes('text'), 0, 0, 0, 0, ...textBytes(text), 0);
}

/** `mluc` with one text, in UTF-16 (ICC.1:2022, 10.15). */
function localizedOf(text: string): Uint8Array {
  const words = textBytes(text).flatMap(uint16Be);
  const record = [...textBytes('enUS'), ...uint32Be(words.length), ...uint32Be(28)];
  const head = [...textBytes('mluc'), 0, 0, 0, 0, ...uint32Be(1), ...uint32Be(ENTRY_BYTES)];
  return Uint8Array.of(...head, ...record, ...words);
}
