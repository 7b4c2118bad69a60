import { ImageFileFault } from '../image-file.ts';
import {
  checkPartCount,
  readByte,
  readFourCharacters,
  readSlice,
  readUint16Be,
  readUint32Be,
} from '../read-bytes.ts';
import { FULL_BOX_BYTES, listMediaBoxes, type MediaBox, NOT_READABLE, theBox } from './read-box.ts';

/**
 * An item of ISO/IEC 23008-12: its number, its type, and the pieces of its data, without those
 * elsewhere.
 */
export interface MediaItem {
  readonly id: number;
  readonly type: string;
  readonly data: readonly Uint8Array[];
}

const IN_FILE = 0;
const IN_META = 1;

/**
 * The items of a `meta` box, whose children these are. An ImageFileFault if their data are outside
 * the file, or more than twice its size: a byte should belong to one item, or to few.
 */
export function readMediaItems(bytes: Uint8Array, meta: readonly MediaBox[]): MediaItem[] {
  const places = readPlaces(bytes, theBox(meta, 'iloc'));
  const inner = meta.find(({ type }) => type === 'idat');
  let total = 0;
  return readTypes(bytes, theBox(meta, 'iinf')).map(({ id, type }) => {
    const data = (places.get(id) ?? []).map((place) => readPiece(bytes, inner, place));
    places.delete(id); // an id that occurs twice has its data once
    total += data.reduce((sum, { length }) => sum + length, 0);
    if (total > 2 * bytes.length) throw new ImageFileFault(NOT_READABLE);
    return { id, type, data };
  });
}

function readPiece(
  bytes: Uint8Array,
  inner: MediaBox | undefined,
  { isInMeta, start, length }: Place,
): Uint8Array {
  if (!isInMeta) return readSlice(bytes, start, length === 0 ? bytes.length : start + length);
  if (!inner) throw new ImageFileFault(NOT_READABLE);
  const from = inner.start + start;
  return readSlice(bytes, from, length === 0 ? inner.end : Math.min(inner.end, from + length));
}

function readTypes(bytes: Uint8Array, { start, end }: MediaBox): { id: number; type: string }[] {
  const isOld = readByte(bytes, start) === 0;
  const entries = listMediaBoxes(bytes, start + FULL_BOX_BYTES + (isOld ? 2 : 4), end);
  return entries.map((entry) => {
    const version = readByte(bytes, entry.start);
    const idStart = entry.start + FULL_BOX_BYTES;
    if (entry.type !== 'infe' || (version !== 2 && version !== 3)) {
      throw new ImageFileFault(NOT_READABLE);
    }
    const idBytes = version === 2 ? 2 : 4;
    const id = version === 2 ? readUint16Be(bytes, idStart) : readUint32Be(bytes, idStart);
    return { id, type: readFourCharacters(bytes, idStart + idBytes + 2) };
  });
}

interface Place {
  readonly isInMeta: boolean;
  readonly start: number;
  /** 0: to the end. */
  readonly length: number;
}

/** Reads numbers of a box one after the other. */
class BoxNumbers {
  private readonly bytes: Uint8Array;
  private at: number;
  private readonly end: number;

  constructor(bytes: Uint8Array, at: number, end: number) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  /** A number of this many bytes; 0 for none. */
  next(size: number): number {
    let value = 0;
    if (this.at + size > this.end) throw new ImageFileFault(NOT_READABLE);
    for (let i = 0; i < size; i += 1) value = value * 0x100 + readByte(this.bytes, this.at + i);
    this.at += size;
    return value;
  }
}

// ISO/IEC 14496-12, 8.11.3
function readPlaces(bytes: Uint8Array, { start, end }: MediaBox): Map<number, Place[]> {
  const version = readByte(bytes, start);
  const numbers = new BoxNumbers(bytes, start + FULL_BOX_BYTES, end);
  const [sizes, more] = [numbers.next(1), numbers.next(1)];
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 4, sizes & 0x0f, more >> 4];
  const indexBytes = version === 0 ? 0 : more & 0x0f;
  if (version > 2 || [offsetBytes, lengthBytes, baseBytes, indexBytes].some((width) => width > 8)) {
    throw new ImageFileFault(NOT_READABLE);
  }
  const wide = version === 2 ? 4 : 2;
  const places = new Map<number, Place[]>();
  let parts = 0;
  for (let remaining = numbers.next(wide); remaining > 0; remaining -= 1) {
    const id = numbers.next(wide);
    const method = version === 0 ? IN_FILE : numbers.next(2) & 0x0f;
    const isElsewhere = numbers.next(2) !== 0;
    const isHere = !isElsewhere && (method === IN_FILE || method === IN_META);
    const base = numbers.next(baseBytes);
    const found: Place[] = [];
    for (let extents = numbers.next(2); extents > 0; extents -= 1) {
      parts += 1;
      checkPartCount(parts);
      numbers.next(indexBytes);
      const from = base + numbers.next(offsetBytes);
      const place = {
        isInMeta: method === IN_META,
        start: from,
        length: numbers.next(lengthBytes),
      };
      if (isHere) found.push(place);
    }
    if (places.has(id)) throw new ImageFileFault(NOT_READABLE);
    places.set(id, found);
  }
  return places;
}
