import type { MediaItem } from '../boxes/read-items.ts';
import type { MediaProperty, MediaReference } from '../boxes/read-properties.ts';
import { ImageFileFault } from '../image-file.ts';
import { hasTextAt, readByte, readUint16Be, readUint32Be } from '../read-bytes.ts';
import { joinBytes } from '../write-bytes.ts';
import { type AvifSize, readCodedSizes } from './read-coded-sizes.ts';

/** A coded image of an AVIF: a single one, or a tile. */
export interface AvifTile {
  readonly data: Uint8Array;
  /** The properties that a decoder needs, in the file's order. */
  readonly properties: readonly MediaProperty[];
  readonly config: MediaProperty;
  /** The size that the file states; undefined without one. */
  readonly size: AvifSize | undefined;
  /** The sizes in the AV1 data, of which there is at least one. */
  readonly codedSizes: readonly AvifSize[];
}

/** The size of a grid, its rows and its columns; its tiles come row by row. */
export interface AvifGrid extends AvifSize {
  readonly rows: number;
  readonly columns: number;
}

/** An image, or its transparency. */
export interface AvifPart {
  readonly grid: AvifGrid | undefined;
  readonly tiles: readonly AvifTile[];
}

/** The items of an AVIF that its image needs, and the properties of the image. */
export interface AvifParts {
  readonly image: AvifPart;
  readonly alpha: AvifPart | undefined;
  /** Colours were multiplied by their alpha. */
  readonly isPremultiplied: boolean;
  readonly properties: readonly MediaProperty[];
  /** The stated size of the image. */
  readonly size: AvifSize;
}

/** The boxes of a file, by their items' numbers. */
export interface AvifItems {
  readonly primary: number;
  readonly items: ReadonlyMap<number, MediaItem>;
  readonly properties: ReadonlyMap<number, readonly MediaProperty[]>;
  readonly references: readonly MediaReference[];
}

const NO_PIXELS = 'The AVIF has no pixels.';
const BROKEN_GRID = 'The grid of the AVIF is broken.';
const GRID_HEAD_BYTES = 4;
const SIZE_AT = 4; // behind version and flags
const ALPHA_NAMES = [
  'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0',
  'urn:mpeg:hevc:2015:auxid:1\0',
];
const UNDERSTOOD = ['av1C', 'ispe', 'pixi', 'colr', 'auxC', 'pasp', 'clap', 'irot', 'imir'];
const OF_LAYERS = ['a1op', 'lsel', 'a1lx'];

/**
 * The items that the image of an AVIF consists of: tiles in the order of `dimg`, and transparency.
 * Nothing else of the file matters then. An ImageFileFault if one of them is missing or broken.
 */
export function findAvifParts(file: AvifItems): AvifParts {
  const properties = file.properties.get(file.primary) ?? [];
  const image = partOf(file, file.primary);
  const size = readSize(properties);
  if (!size) throw new ImageFileFault(NO_PIXELS);
  const { grid } = image;
  if (grid && (grid.width !== size.width || grid.height !== size.height)) {
    throw new ImageFileFault(BROKEN_GRID);
  }
  const alphaId = findAlpha(file, file.primary);
  const alpha = alphaId === undefined ? alphaOfTiles(file, grid) : partOf(file, alphaId);
  const isPremultiplied =
    alphaId !== undefined && refersTo(file, 'prem', file.primary, alphaId).length > 0;
  return { image, alpha, isPremultiplied, properties, size };
}

/** Every coded image of the parts, as often as a decoder decodes it. */
export function listAvifTiles({ image, alpha }: AvifParts): readonly AvifTile[] {
  return alpha ? [...image.tiles, ...alpha.tiles] : image.tiles;
}

function refersTo(file: AvifItems, name: string, source: number, target: number): MediaReference[] {
  return file.references.filter(
    ({ type, from, to }) => type === name && from === source && to.includes(target),
  );
}

/** The first item that is the transparency of this one, as libavif takes it. */
function findAlpha({ references, properties }: AvifItems, id: number): number | undefined {
  return references.find(
    ({ type, from, to }) => type === 'auxl' && to.includes(id) && isAlpha(properties.get(from)),
  )?.from;
}

function isAlpha(properties: readonly MediaProperty[] = []): boolean {
  return properties.some(
    ({ type, content }) =>
      type === 'auxC' && ALPHA_NAMES.some((name) => hasTextAt(content, SIZE_AT, name)),
  );
}

/** Writers may give each tile a transparency in place of one for the grid. */
function alphaOfTiles(file: AvifItems, grid: AvifGrid | undefined): AvifPart | undefined {
  if (!grid) return undefined;
  const ownerOf = alphaByOwner(file);
  const ids = tileIds(file, file.primary).map((id) => ownerOf.get(id));
  if (ids.includes(undefined)) return undefined;
  const known = new Map<number, AvifTile>();
  return { grid, tiles: ids.map((id) => tileOf(file, id ?? 0, known)) };
}

function alphaByOwner({ references, properties }: AvifItems): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const { type, from, to } of references) {
    if (type !== 'auxl' || !isAlpha(properties.get(from))) continue;
    for (const id of to) if (!found.has(id)) found.set(id, from);
  }
  return found;
}

function partOf(file: AvifItems, id: number): AvifPart {
  const item = file.items.get(id);
  const known = new Map<number, AvifTile>();
  if (item?.type !== 'grid') return { grid: undefined, tiles: [tileOf(file, id, known)] };
  refuseUnknown(file.properties.get(id) ?? []);
  const grid = readGrid(joinBytes(item.data));
  const ids = tileIds(file, id);
  if (ids.length !== grid.rows * grid.columns) throw new ImageFileFault(BROKEN_GRID);
  return { grid, tiles: ids.map((tile) => tileOf(file, tile, known)) };
}

function tileIds({ references }: AvifItems, id: number): readonly number[] {
  const [tiles, other] = references.filter(({ type, from }) => type === 'dimg' && from === id);
  if (!tiles || other) throw new ImageFileFault(BROKEN_GRID);
  return tiles.to;
}

// ISO/IEC 23008-12, 6.6.2.3.2
function readGrid(data: Uint8Array): AvifGrid {
  const isWide = (readByte(data, 1) & 1) === 1;
  const read = isWide ? readUint32Be : readUint16Be;
  return {
    rows: readByte(data, 2) + 1,
    columns: readByte(data, 3) + 1,
    width: read(data, GRID_HEAD_BYTES),
    height: read(data, GRID_HEAD_BYTES + (isWide ? 4 : 2)),
  };
}

/** A coded image, read once for all of its places. */
function tileOf(file: AvifItems, id: number, known: Map<number, AvifTile>): AvifTile {
  const before = known.get(id);
  if (before) return before;
  const item = file.items.get(id);
  if (item?.type !== 'av01') throw new ImageFileFault('The AVIF has items that are not supported.');
  const all = file.properties.get(id) ?? [];
  refuseUnknown(all);
  const config = all.find(({ type }) => type === 'av1C');
  const data = joinBytes(item.data);
  const codedSizes = readCodedSizes(data);
  if (!config || codedSizes.length === 0) throw new ImageFileFault(NO_PIXELS);
  const properties = all.filter(({ type }) => OF_LAYERS.includes(type));
  const tile = { data, config, properties, codedSizes, size: readSize(all) };
  known.set(id, tile);
  return tile;
}

/** A decoder must not show an item without understanding such a property (23008-12, 9.3.1). */
function refuseUnknown(properties: readonly MediaProperty[]): void {
  const known = [...UNDERSTOOD, ...OF_LAYERS];
  if (properties.some(({ type, isEssential }) => isEssential && !known.includes(type))) {
    throw new ImageFileFault('The AVIF has items that are not supported.');
  }
}

function readSize(properties: readonly MediaProperty[]): AvifSize | undefined {
  const content = properties.find(({ type }) => type === 'ispe')?.content;
  if (!content) return undefined;
  return { width: readUint32Be(content, SIZE_AT), height: readUint32Be(content, SIZE_AT + 4) };
}
