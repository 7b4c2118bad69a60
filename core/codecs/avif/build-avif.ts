import { findCodes, type MediaProperty } from '../boxes/read-properties.ts';
import { ImageFileFault } from '../image-file.ts';
import { readByte } from '../read-bytes.ts';
import { joinBytes, textBytes, uint16Be, uint32Be } from '../write-bytes.ts';
import type { AvifGrid, AvifPart, AvifParts, AvifTile } from './find-avif-parts.ts';
import type { AvifSize } from './read-coded-sizes.ts';

/** A property in the table of the new file. */
interface BuiltProperty {
  readonly type: string;
  readonly content: Uint8Array;
}

interface BuiltItem {
  readonly type: 'av01' | 'grid';
  readonly data: Uint8Array;
  readonly properties: readonly BuiltProperty[];
}

interface BuiltReference {
  readonly type: 'dimg' | 'auxl' | 'prem';
  readonly from: number;
  readonly to: readonly number[];
}

const MAX_NUMBER = 0xffff;
const MAX_PROPERTIES = 0x7fff;
const ESSENTIAL = ['av1C', 'a1op', 'lsel'];
const NCLX_BYTES = 11;
const PRIMARY = 1;
const TOO_MANY = 'The AVIF has too many parts.';
const FULL = [0, 0, 0, 0];
const ALPHA_TYPE = 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0';
const ALPHA: BuiltProperty = {
  type: 'auxC',
  content: Uint8Array.from([FULL, textBytes(ALPHA_TYPE)].flat()),
};
/** Of `av1C` (AV1 in ISOBMFF 1.2, 2.3.3). */
const HIGH_BITS = 0x40;
const TWELVE_BITS = 0x20;
const MONOCHROME = 0x10;

/**
 * A new AVIF of these parts alone, in the strictest form. Each item has its size and its depth,
 * and tiles are numbered in their order. Old writers leave `pixi` out: browsers don't mind, but
 * the decoder does. An ImageFileFault if there are more parts than such a file can number.
 */
export function buildAvif(parts: AvifParts): Uint8Array {
  const items: BuiltItem[] = [];
  const references: BuiltReference[] = [];
  addPart(items, references, parts.image, { size: parts.size, more: colourOf(parts.properties) });
  if (parts.alpha) {
    const alphaId = items.length + 1;
    addPart(items, references, parts.alpha, { size: parts.size, more: [ALPHA] });
    references.push({ type: 'auxl', from: alphaId, to: [PRIMARY] });
    if (parts.isPremultiplied) references.push({ type: 'prem', from: PRIMARY, to: [alphaId] });
  }
  if (items.length > MAX_NUMBER) throw new ImageFileFault(TOO_MANY);
  return joinFile(items, references);
}

/** How an image is coded; the decoder doesn't apply its profile. */
function colourOf(properties: readonly MediaProperty[]): readonly BuiltProperty[] {
  const codes = findCodes(properties);
  return codes ? [{ type: 'colr', content: codes.subarray(0, NCLX_BYTES) }] : [];
}

interface PartTraits {
  readonly size: AvifSize;
  readonly more: readonly BuiltProperty[];
}

function addPart(
  items: BuiltItem[],
  references: BuiltReference[],
  { grid, tiles }: AvifPart,
  { size, more }: PartTraits,
): void {
  const derived = new Map<AvifTile, readonly BuiltProperty[]>();
  const propertiesOf = (tile: AvifTile, besides: readonly BuiltProperty[]) => {
    const known = derived.get(tile) ?? coded(tile, tile.size ?? (grid ? undefined : size));
    derived.set(tile, known);
    return besides.length > 0 ? known.concat(besides) : known;
  };
  if (grid) {
    const [first] = tiles;
    const depth = first ? [depthOf(first)] : [];
    const properties = [sizeOf(grid), ...depth, ...more];
    items.push({ type: 'grid', data: buildGrid(grid), properties });
    const from = items.length;
    references.push({ type: 'dimg', from, to: tiles.map((_, at) => from + 1 + at) });
  }
  // the transparency of a tile says so too
  const besides = grid && !more.includes(ALPHA) ? [] : more;
  for (const tile of tiles) {
    items.push({ type: 'av01', data: tile.data, properties: propertiesOf(tile, besides) });
  }
}

function coded(tile: AvifTile, size: AvifSize | undefined): readonly BuiltProperty[] {
  const [codedSize] = tile.codedSizes;
  const stated = size ?? codedSize ?? { width: 0, height: 0 };
  return [sizeOf(stated), tile.config, depthOf(tile), ...tile.properties];
}

function sizeOf({ width, height }: AvifSize): BuiltProperty {
  return { type: 'ispe', content: numbers([FULL, uint32Be(width), uint32Be(height)]) };
}

/** The depth of each channel, by the configuration of the decoder. */
function depthOf({ config }: AvifTile): BuiltProperty {
  const flags = readByte(config.content, 2);
  const isHigh = (flags & HIGH_BITS) !== 0;
  const bits = isHigh ? 10 + ((flags & TWELVE_BITS) !== 0 ? 2 : 0) : 8;
  const depths = (flags & MONOCHROME) !== 0 ? [bits] : [bits, bits, bits];
  return { type: 'pixi', content: numbers([FULL, [depths.length], depths]) };
}

function buildGrid({ rows, columns, width, height }: AvifGrid): Uint8Array {
  return numbers([[0, 1, rows - 1, columns - 1], uint32Be(width), uint32Be(height)]);
}

/** The bytes of these lists. */
const numbers = (values: readonly (readonly number[])[]) => Uint8Array.from(values.flat());

function box(type: string, content: readonly Uint8Array[]): Uint8Array {
  const size = content.reduce((sum, { length }) => sum + length, 8);
  return joinBytes([numbers([uint32Be(size), textBytes(type)]), ...content]);
}

function fullBox(type: string, flags: number, content: readonly Uint8Array[]): Uint8Array {
  return box(type, [Uint8Array.of(0, 0, 0, flags), ...content]);
}

/** Each property once, and the numbers of those of each item. */
function buildProperties(items: readonly BuiltItem[]): Uint8Array {
  const places = new Map<BuiltProperty, number>();
  const boxes: Uint8Array[] = [];
  const uses = items.map(({ properties }, at) => {
    const used = properties.map((property) => {
      const known = places.get(property) ?? places.size + 1;
      if (!places.has(property)) boxes.push(box(property.type, [property.content]));
      places.set(property, known);
      return uint16Be(known | (ESSENTIAL.includes(property.type) ? 0x8000 : 0));
    });
    return numbers([uint16Be(at + 1), [used.length], used.flat()]);
  });
  if (places.size > MAX_PROPERTIES) throw new ImageFileFault(TOO_MANY);
  const isWide = 1;
  const table = fullBox('ipma', isWide, [numbers([uint32Be(items.length)]), ...uses]);
  return box('iprp', [box('ipco', boxes), table]);
}

function buildReferences(references: readonly BuiltReference[]): Uint8Array[] {
  if (references.length === 0) return [];
  const boxes = references.map(({ type, from, to }) =>
    box(type, [numbers([uint16Be(from), uint16Be(to.length), to.flatMap(uint16Be)])]),
  );
  return [fullBox('iref', 0, boxes)];
}

function buildItems(items: readonly BuiltItem[]): Uint8Array {
  const entries = items.map(({ type }, at) => {
    const content = numbers([uint16Be(at + 1), [0, 0], textBytes(type), [0]]);
    return box('infe', [Uint8Array.of(2, 0, 0, 0), content]);
  });
  return fullBox('iinf', 0, [numbers([uint16Be(items.length)]), ...entries]);
}

/** The places of the items, whose data begin at this place; items may share theirs. */
function buildPlaces(
  items: readonly BuiltItem[],
  starts: ReadonlyMap<Uint8Array, number>,
  from: number,
): Uint8Array {
  const entries = items.map(({ data }, at) =>
    numbers([
      uint16Be(at + 1),
      [0, 0, 0, 1],
      uint32Be(from + (starts.get(data) ?? 0)),
      uint32Be(data.length),
    ]),
  );
  return fullBox('iloc', 0, [numbers([[0x44, 0], uint16Be(items.length)]), ...entries]);
}

function joinFile(items: readonly BuiltItem[], references: readonly BuiltReference[]): Uint8Array {
  const starts = new Map<Uint8Array, number>();
  let bytes = 0;
  for (const { data } of items) {
    if (starts.has(data)) continue;
    starts.set(data, bytes);
    bytes += data.length;
  }
  const ftyp = box('ftyp', [numbers([textBytes('avif'), FULL, textBytes('avifmif1miaf')])]);
  const handler = fullBox('hdlr', 0, [numbers([FULL, textBytes('pict'), FULL, FULL, FULL, [0]])]);
  const primary = fullBox('pitm', 0, [numbers([uint16Be(PRIMARY)])]);
  const rest = [buildItems(items), ...buildReferences(references), buildProperties(items)];
  const metaOf = (from: number) =>
    fullBox('meta', 0, [handler, primary, buildPlaces(items, starts, from), ...rest]);
  const headBytes = 8;
  const meta = metaOf(ftyp.length + metaOf(0).length + headBytes);
  return joinBytes([ftyp, meta, box('mdat', [...starts.keys()])]);
}
