import { ImageFileFault } from '../image-file.ts';
import { checkPartCount, hasTextAt, readByte, readUint16Be, readUint32Be } from '../read-bytes.ts';
import { FULL_BOX_BYTES, listMediaBoxes, type MediaBox, NOT_READABLE, theBox } from './read-box.ts';

/** A property of an item: the name and the content of its box. */
export interface MediaProperty {
  readonly type: string;
  readonly content: Uint8Array;
  /** An item must not be shown by a reader that doesn't know this property. */
  readonly isEssential: boolean;
}

/** A reference from an item to others: `dimg` to the tiles of a grid, `auxl` from transparency. */
export interface MediaReference {
  readonly type: string;
  readonly from: number;
  readonly to: readonly number[];
}

/** The number of the primary item (ISO/IEC 14496-12, 8.11.4). */
export function readPrimaryId(bytes: Uint8Array, meta: readonly MediaBox[]): number {
  const { start } = theBox(meta, 'pitm');
  const at = start + FULL_BOX_BYTES;
  return readByte(bytes, start) === 0 ? readUint16Be(bytes, at) : readUint32Be(bytes, at);
}

/** The references between items, in their order (8.11.12). */
export function readReferences(bytes: Uint8Array, meta: readonly MediaBox[]): MediaReference[] {
  const box = meta.find(({ type }) => type === 'iref');
  if (!box) return [];
  const idBytes = readByte(bytes, box.start) === 0 ? 2 : 4;
  const readId = idBytes === 2 ? readUint16Be : readUint32Be;
  let parts = 0;
  return listMediaBoxes(bytes, box.start + FULL_BOX_BYTES, box.end).map(({ type, start, end }) => {
    const count = readUint16Be(bytes, start + idBytes);
    parts += count;
    checkPartCount(parts);
    const first = start + idBytes + 2;
    if (first + count * idBytes > end) throw new ImageFileFault(NOT_READABLE);
    const to = Array.from({ length: count }, (_, at) => readId(bytes, first + at * idBytes));
    return { type, from: readId(bytes, start), to };
  });
}

/** The properties of each item, by its number (ISO/IEC 23008-12, 9.3). */
export function readProperties(
  bytes: Uint8Array,
  meta: readonly MediaBox[],
): ReadonlyMap<number, readonly MediaProperty[]> {
  const { start, end } = theBox(meta, 'iprp');
  const boxes = listMediaBoxes(bytes, start, end);
  const container = theBox(boxes, 'ipco');
  const all = listMediaBoxes(bytes, container.start, container.end).map(({ type, start, end }) => {
    const content = bytes.subarray(start, end);
    return [false, true].map((isEssential) => ({ type, content, isEssential }));
  });
  const found = new Map<number, MediaProperty[]>();
  let parts = 0;
  for (const box of boxes.filter(({ type }) => type === 'ipma')) {
    const isWideId = readByte(bytes, box.start) > 0;
    const isWideIndex = (readByte(bytes, box.start + 3) & 1) === 1;
    let at = box.start + FULL_BOX_BYTES + 4;
    for (let items = readUint32Be(bytes, at - 4); items > 0; items -= 1) {
      const id = isWideId ? readUint32Be(bytes, at) : readUint16Be(bytes, at);
      at += isWideId ? 4 : 2;
      const properties = found.get(id) ?? [];
      found.set(id, properties);
      const count = readByte(bytes, at);
      at += 1;
      for (let i = 0; i < count; i += 1) {
        parts += 1;
        checkPartCount(parts);
        const essential = readByte(bytes, at) >> 7;
        const index = isWideIndex ? readUint16Be(bytes, at) & 0x7fff : readByte(bytes, at) & 0x7f;
        at += isWideIndex ? 2 : 1;
        const property = all[index - 1]?.[essential];
        if (index > 0 && !property) throw new ImageFileFault(NOT_READABLE);
        if (property) properties.push(property);
      }
      parts += 1;
      checkPartCount(parts);
      if (at > box.end) throw new ImageFileFault(NOT_READABLE);
    }
  }
  return found;
}

/** The content of the first `colr` of one of these kinds. */
function findColour(
  properties: readonly MediaProperty[],
  kinds: readonly string[],
): Uint8Array | undefined {
  return properties.find(
    ({ type, content }) => type === 'colr' && kinds.some((one) => hasTextAt(content, 0, one)),
  )?.content;
}

/** The content of an item's `nclx`, which begins with these letters; undefined without it. */
export function findCodes(properties: readonly MediaProperty[]): Uint8Array | undefined {
  return findColour(properties, ['nclx']);
}

/** The ICC profile among an item's properties, as it is in the file; undefined without one. */
export function findProfile(properties: readonly MediaProperty[]): Uint8Array | undefined {
  return findColour(properties, ['prof', 'rICC'])?.subarray(4);
}
