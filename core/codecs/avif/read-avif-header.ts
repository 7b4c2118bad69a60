import { profileOf } from '../boxes/profile-of-codes.ts';
import { FULL_BOX_BYTES, listMediaBoxes, type MediaBox, theBox } from '../boxes/read-box.ts';
import { type MediaItem, readMediaItems } from '../boxes/read-items.ts';
import { type MediaProperty, readPrimaryId, readProperties } from '../boxes/read-properties.ts';
import { ImageFileFault } from '../image-file.ts';
import { readByte, readSlice, readUint16Be, readUint32Be } from '../read-bytes.ts';
import { joinBytes } from '../write-bytes.ts';
import { type AvifSize, readCodedSizes } from './read-coded-sizes.ts';

/** The facts of an AVIF before any decoding. */
export interface AvifHeader {
  /** The largest sides for which a decoder may allocate memory, in pixels, before orientation. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** As EXIF counts it, 1 to 8: of the properties `irot` and `imir`. */
  readonly orientation: number;
  /** Whether the chroma has the size of the image (4:4:4). */
  readonly hasFullChroma: boolean;
  /** The colour profile, not yet validated. */
  readonly profile: Uint8Array | undefined;
}

/**
 * The possible items beside coded images and grids of them: metadata, and images derived from
 * others without memory of their own.
 */
const HARMLESS_ITEMS = ['Exif', 'mime', 'uri ', 'iden', 'tmap'];
const GRID_HEAD_BYTES = 4;
const TRACK_SIDES_BYTES = 8; // at the end of `tkhd`, as 16.16 numbers
const SAMPLE_COUNT_AT = FULL_BOX_BYTES + 4;
/** An image, its transparency, a thumbnail and a gain map; and the tiles of a small grid. */
const MAX_CODED_SHARE = 4;
const FREE_CODED_PIXELS = 1_000_000;
/** Monochrome, and both directions of subsampling. */
const CHROMA_BITS = 0x1c;

/**
 * The size and frames of an AVIF before any decoding. The sides are the largest for which a decoder
 * may allocate memory (properties, grids, tracks, AV1's own headers). An ImageFileFault if they
 * can't be known, if the file codes far more pixels than it shows, or if it is cropped or in HDR.
 * Alpha is left to the decoder.
 */
export function readAvifHeader(bytes: Uint8Array): AvifHeader {
  const boxes = listMediaBoxes(bytes, 0, bytes.length);
  const { start, end } = theBox(boxes, 'meta');
  const meta = listMediaBoxes(bytes, start + FULL_BOX_BYTES, end);
  const items = readMediaItems(bytes, meta);
  const coded = items.filter(({ type }) => type === 'av01').flatMap(sizesOfItem);
  const tracks = boxes
    .filter(({ type }) => type === 'moov')
    .flatMap((movie) => readTracks(bytes, movie));
  const stated = [...readSizes(bytes, meta), ...items.flatMap(sizeOfGrid), ...tracks];
  const sizes = [...stated, ...coded];
  const width = sizes.reduce((most, size) => Math.max(most, size.width), 0);
  const height = sizes.reduce((most, size) => Math.max(most, size.height), 0);
  if (coded.length === 0 || width === 0 || height === 0) {
    throw new ImageFileFault('The AVIF has no pixels.');
  }
  const codedPixels = coded.reduce((sum, size) => sum + size.width * size.height, 0);
  if (codedPixels > MAX_CODED_SHARE * width * height + FREE_CODED_PIXELS) {
    throw new ImageFileFault('The AVIF has more pixels than its displayed size.');
  }
  const frames = tracks.reduce((most, track) => Math.max(most, track.frames), 1);
  const properties = readProperties(bytes, meta);
  const shown = properties.get(readPrimaryId(bytes, meta)) ?? [];
  if (shown.some(({ type }) => type === 'clap')) {
    throw new ImageFileFault('The AVIF has a crop of its own, which is not supported.');
  }
  return {
    width,
    height,
    frames,
    orientation: orientationOf(shown),
    hasFullChroma: [...properties.values()].flat().some(hasFullChroma),
    profile: profileOf(shown),
  };
}

/**
 * EXIF's number by the turns to the left of `irot`. The columns are no mirror, a mirror of top and
 * bottom, and of left and right. ISO/IEC 23008-12, 6.5.10 and 6.5.12: the turn is first.
 */
const ORIENTATIONS = [
  [1, 4, 2],
  [8, 5, 7],
  [3, 2, 4],
  [6, 7, 5],
];

function orientationOf(properties: readonly MediaProperty[]): number {
  const find = (name: string) => properties.find(({ type }) => type === name)?.content;
  const [turn, mirror] = [find('irot'), find('imir')];
  const turns = turn ? readByte(turn, 0) & 3 : 0;
  const mirrored = mirror ? (readByte(mirror, 0) & 1) + 1 : 0;
  return ORIENTATIONS[turns]?.[mirrored] ?? 1;
}

/** Of an `av1C` property (AV1 in ISOBMFF 1.2, 2.3.3): neither grey nor at half size. */
function hasFullChroma({ type, content }: MediaProperty): boolean {
  return type === 'av1C' && (readByte(content, 2) & CHROMA_BITS) === 0;
}

function readSizes(bytes: Uint8Array, meta: readonly MediaBox[]): AvifSize[] {
  const properties = theBox(meta, 'iprp');
  const { start, end } = theBox(listMediaBoxes(bytes, properties.start, properties.end), 'ipco');
  return listMediaBoxes(bytes, start, end).flatMap((box) => {
    if (box.type !== 'ispe') return [];
    const at = box.start + FULL_BOX_BYTES;
    return [{ width: readUint32Be(bytes, at), height: readUint32Be(bytes, at + 4) }];
  });
}

/** Of a coded image; each has a sequence header. */
function sizesOfItem({ data }: MediaItem): AvifSize[] {
  const sizes = readCodedSizes(joinBytes(data));
  if (sizes.length === 0) throw new ImageFileFault('The AVIF has no pixels.');
  return sizes;
}

// ISO/IEC 23008-12, 6.6.2.3.2
function sizeOfGrid({ type, data }: MediaItem): AvifSize[] {
  if (type === 'av01' || HARMLESS_ITEMS.includes(type)) return [];
  if (type !== 'grid') throw new ImageFileFault('The AVIF has items that are not supported.');
  const grid = joinBytes(data);
  const isWide = (readByte(grid, 1) & 1) === 1;
  const read = isWide ? readUint32Be : readUint16Be;
  const at = GRID_HEAD_BYTES;
  return [{ width: read(grid, at), height: read(grid, at + (isWide ? 4 : 2)) }];
}

function readTracks(bytes: Uint8Array, movie: MediaBox): (AvifSize & { frames: number })[] {
  const tracks = listMediaBoxes(bytes, movie.start, movie.end).filter(
    ({ type }) => type === 'trak',
  );
  return tracks.map((track) => {
    const parts = listMediaBoxes(bytes, track.start, track.end);
    const header = theBox(parts, 'tkhd');
    const sides = readSlice(bytes, header.end - TRACK_SIDES_BYTES, header.end);
    let inner = parts;
    for (const type of ['mdia', 'minf', 'stbl']) {
      const { start, end } = theBox(inner, type);
      inner = listMediaBoxes(bytes, start, end);
    }
    const frames = readUint32Be(bytes, theBox(inner, 'stsz').start + SAMPLE_COUNT_AT);
    return { width: readUint16Be(sides, 0), height: readUint16Be(sides, 4), frames };
  });
}
