/** The tables of an OpenType font that say which characters it draws. */
interface FontTables {
  readonly bytes: Buffer;
  /** The offset of each table in the file. */
  readonly offsets: ReadonlyMap<string, number>;
}

const RECORD_BYTES = 16;

/** OpenType 1.9, "Organization of an OpenType Font". */
function openTables(bytes: Buffer): FontTables {
  const offsets = new Map<string, number>();
  for (let at = 12; at < 12 + bytes.readUInt16BE(4) * RECORD_BYTES; at += RECORD_BYTES) {
    offsets.set(bytes.toString('latin1', at, at + 4), bytes.readUInt32BE(at + 8));
  }
  return { bytes, offsets };
}

function offsetOf({ offsets }: FontTables, name: string): number {
  const offset = offsets.get(name);
  if (offset === undefined) throw new Error(`the font has no table ${name}`);
  return offset;
}

const WINDOWS = 3;
const FULL_UNICODE = 10;

/** Where the map of all Unicode characters begins; it has format 12 in the fonts in use. */
function findCharacterMap(font: FontTables): number {
  const { bytes } = font;
  const start = offsetOf(font, 'cmap');
  for (let at = start + 4; at < start + 4 + bytes.readUInt16BE(start + 2) * 8; at += 8) {
    const isFull =
      bytes.readUInt16BE(at) === WINDOWS && bytes.readUInt16BE(at + 2) === FULL_UNICODE;
    const map = start + bytes.readUInt32BE(at + 4);
    if (isFull && bytes.readUInt16BE(map) === 12) return map;
  }
  throw new Error('the font has no map of all Unicode characters');
}

const GROUP_BYTES = 12;

/** A character of a font. */
export interface FontCharacter {
  readonly hasOutline: boolean;
  /** The distance to the next character, in parts of the font size. */
  readonly advance: number;
}

/** The characters of a TrueType font, by their code points. */
export function readCharacters(file: Buffer): ReadonlyMap<number, FontCharacter> {
  const font = openTables(file);
  const [map, places] = [findCharacterMap(font), offsetOf(font, 'loca')];
  const [head, metrics] = [offsetOf(font, 'head'), offsetOf(font, 'hmtx')];
  const isLong = file.readInt16BE(head + 50) === 1;
  const unitsPerEm = file.readUInt16BE(head + 18);
  const placeOf = (glyph: number) =>
    isLong ? file.readUInt32BE(places + glyph * 4) : file.readUInt16BE(places + glyph * 2);
  // glyphs beyond the last metric have its advance
  const lastMetric = file.readUInt16BE(offsetOf(font, 'hhea') + 34) - 1;
  const advanceOf = (glyph: number) =>
    file.readUInt16BE(metrics + Math.min(glyph, lastMetric) * 4) / unitsPerEm;
  const characters = new Map<number, FontCharacter>();
  for (let group = 0; group < file.readUInt32BE(map + 12); group += 1) {
    const at = map + 16 + group * GROUP_BYTES;
    const [first, last] = [file.readUInt32BE(at), file.readUInt32BE(at + 4)];
    for (let code = first; code <= last; code += 1) {
      const glyph = file.readUInt32BE(at + 8) + code - first;
      const hasOutline = placeOf(glyph) !== placeOf(glyph + 1);
      characters.set(code, { hasOutline, advance: advanceOf(glyph) });
    }
  }
  return characters;
}
