import { largest } from '../../foundation/numbers/extremes.ts';
import { profileOf } from '../boxes/profile-of-codes.ts';
import { FULL_BOX_BYTES, listFileBoxes, listMediaBoxes, theBox } from '../boxes/read-box.ts';
import { type MediaItem, readMediaItems } from '../boxes/read-items.ts';
import {
  type MediaProperty,
  type MediaReference,
  readPrimaryId,
  readProperties,
  readReferences,
} from '../boxes/read-properties.ts';
import type { GainMapNumbers } from '../gain-map/gain-map.ts';
import { readIsoNumbers } from '../gain-map/iso-numbers.ts';
import { ImageFileFault } from '../image-file.ts';
import { hasTextAt, readByte, readUint16Be, readUint32Be } from '../read-bytes.ts';
import { joinBytes } from '../write-bytes.ts';
import {
  type CodedParameters,
  type CodedSize,
  checkCodedData,
  readCodedParameters,
  readImageSize,
} from './read-coded-size.ts';

/** The facts of a HEIC before any decoding. */
export interface HeicHeader {
  /** The largest sides for which a decoder may allocate memory, in pixels, before orientation. */
  readonly width: number;
  readonly height: number;
  /** Whether the chroma has the size of the image (4:4:4). */
  readonly hasFullChroma: boolean;
  /** The colour profile as it is in the file, or as its codes name it; not yet validated. */
  readonly profile: Uint8Array | undefined;
  /** Undefined for none, or none that can be kept. */
  readonly gainMap: HeicGainMap | undefined;
}

/** An item of a HEIC that is the gain map of its image (ISO/IEC 23008-12, `tmap`). */
export interface HeicGainMap {
  readonly id: number;
  readonly numbers: GainMapNumbers;
}

interface HeicFile {
  readonly items: ReadonlyMap<number, MediaItem>;
  readonly properties: ReadonlyMap<number, readonly MediaProperty[]>;
  readonly references: readonly MediaReference[];
  /** By the property: one may belong to all tiles. */
  readonly parameters: Map<Uint8Array, CodedParameters>;
}

/** The kinds of auxiliary images that are transparency, in HEVC, AVC and any codec. */
const TRANSPARENCIES = [
  'urn:mpeg:hevc:2015:auxid:1',
  'urn:mpeg:avc:2015:auxid:1',
  'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha',
];
/** The rounding of a coded image to its blocks, and its transparency. */
const MAX_CODED_SHARE = 4;
const FREE_CODED_PIXELS = 1_000_000;
/** Of the data of a `tmap`, before the block of ISO 21496-1. */
const TONE_MAP_VERSION = 0;
const NO_PIXELS = 'The HEIC has no pixels.';
const BROKEN_GRID = 'The grid of the HEIC is broken.';

/**
 * The size of a HEIC's primary image, of its tiles and of its transparency, by the header and the
 * parameters of the coded images. An ImageFileFault if they can't be known, or if the file codes
 * far more pixels than it shows.
 */
export function readHeicHeader(bytes: Uint8Array): HeicHeader {
  const { start, end } = theBox(listFileBoxes(bytes), 'meta');
  const meta = listMediaBoxes(bytes, start + FULL_BOX_BYTES, end);
  const items = new Map(readMediaItems(bytes, meta).map((item) => [item.id, item]));
  const file = {
    items,
    properties: readProperties(bytes, meta),
    references: readReferences(bytes, meta),
    parameters: new Map<Uint8Array, CodedParameters>(),
  };
  const primary = readPrimaryId(bytes, meta);
  const size = sizeOf(file, primary);
  const transparency = file.references.filter(
    ({ type, from, to }) => type === 'auxl' && to.includes(primary) && isTransparency(file, from),
  );
  if (transparency.length > 1) throw new ImageFileFault('The HEIC has two transparencies.');
  const images = [primary, ...transparency.map(({ from }) => from)];
  const sizes = images.map((id) => sizeOf(file, id));
  const coded = images.flatMap((id) => readCodedSizes(file, id));
  const all = [...sizes, ...coded];
  const width = largest(all.map((one) => one.width));
  const height = largest(all.map((one) => one.height));
  if (isTooMuch(coded, size)) {
    throw new ImageFileFault('The HEIC has more pixels than its displayed size.');
  }
  const hasFullChroma = coded.some((one) => one.hasFullChroma);
  const shown = file.properties.get(primary) ?? [];
  const profile = profileOf(shown)?.bytes;
  return { width, height, hasFullChroma, profile, gainMap: readGainMap(file, primary) };
}

/** The gain map of the primary image, by the item that derives an HDR image of both. */
function readGainMap(file: HeicFile, primary: number): HeicGainMap | undefined {
  try {
    for (const { id, type, data } of file.items.values()) {
      const [image, map] = type === 'tmap' ? derivedFrom(file, id) : [];
      if (image !== primary || map === undefined) continue;
      const bytes = joinBytes(data);
      if (readByte(bytes, 0) !== TONE_MAP_VERSION) return undefined;
      checkMapSize(file, map, primary);
      return { id: map, numbers: readIsoNumbers(bytes.subarray(1)) };
    }
  } catch (fault) {
    if (!(fault instanceof ImageFileFault)) throw fault;
  }
  return undefined;
}

/** A map is never larger than its image, and codes no more pixels than an image may. */
function checkMapSize(file: HeicFile, map: number, primary: number): void {
  const [size, image] = [sizeOf(file, map), sizeOf(file, primary)];
  const coded = readCodedSizes(file, map);
  if (size.width > image.width || size.height > image.height || isTooMuch(coded, size)) {
    throw new ImageFileFault('The gain map of the HEIC has too many pixels.');
  }
}

const derivedFrom = ({ references }: HeicFile, id: number) =>
  references.find(({ type, from }) => type === 'dimg' && from === id)?.to ?? [];

/** Whether so many more pixels are coded than shown that a decoder would work for nothing. */
function isTooMuch(coded: readonly CodedSize[], size: { width: number; height: number }): boolean {
  const pixels = coded.reduce((sum, one) => sum + one.width * one.height, 0);
  return pixels > MAX_CODED_SHARE * size.width * size.height + FREE_CODED_PIXELS;
}

function propertyOf({ properties }: HeicFile, id: number, type: string): Uint8Array | undefined {
  return properties.get(id)?.find((property) => property.type === type)?.content;
}

/**
 * Whether an auxiliary image is the transparency of another. Phones add others, such as a depth and
 * mattes of skin and hair, which no decoder reads for the image. One without a kind counts, too.
 */
function isTransparency(file: HeicFile, id: number): boolean {
  const kind = propertyOf(file, id, 'auxC');
  if (!kind) return true;
  return TRANSPARENCIES.some((name) => hasTextAt(kind, FULL_BOX_BYTES, `${name}\0`));
}

function sizeOf(file: HeicFile, id: number): { width: number; height: number } {
  const property = propertyOf(file, id, 'ispe');
  if (!property) throw new ImageFileFault(NO_PIXELS);
  const size = readImageSize(property);
  if (size.width === 0 || size.height === 0) throw new ImageFileFault(NO_PIXELS);
  return size;
}

/** The coded sizes of an image: its own, or those of the tiles of its grid. */
function readCodedSizes(file: HeicFile, id: number): CodedSize[] {
  const item = file.items.get(id);
  if (item?.type !== 'grid') return [readOwnSize(file, item)];
  const grid = joinBytes(item.data);
  const isWide = (readByte(grid, 1) & 1) === 1;
  const read = isWide ? readUint32Be : readUint16Be;
  const { width, height } = sizeOf(file, id);
  if (read(grid, 4) !== width || read(grid, isWide ? 8 : 6) !== height) {
    throw new ImageFileFault(BROKEN_GRID);
  }
  const tiles = file.references.filter(({ type, from }) => type === 'dimg' && from === id);
  const due = (readByte(grid, 2) + 1) * (readByte(grid, 3) + 1);
  const [tile, other] = tiles;
  if (!tile || other || tile.to.length !== due) throw new ImageFileFault(BROKEN_GRID);
  const known = new Map<number, CodedSize>();
  return tile.to.map((id) => {
    const size = known.get(id) ?? readOwnSize(file, file.items.get(id));
    known.set(id, size);
    return size;
  });
}

function readOwnSize(file: HeicFile, item: MediaItem | undefined): CodedSize {
  if (item?.type !== 'hvc1') {
    throw new ImageFileFault('The HEIC has items that are not supported.');
  }
  const config = propertyOf(file, item.id, 'hvcC');
  if (!config) throw new ImageFileFault(NO_PIXELS);
  const parameters = file.parameters.get(config) ?? readCodedParameters(config);
  file.parameters.set(config, parameters);
  checkCodedData(joinBytes(item.data), parameters);
  return parameters.size;
}
