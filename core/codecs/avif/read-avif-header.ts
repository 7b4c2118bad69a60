import { profileOf } from '../boxes/profile-of-codes.ts';
import {
  FULL_BOX_BYTES,
  listFileBoxes,
  listMediaBoxes,
  type MediaBox,
  theBox,
} from '../boxes/read-box.ts';
import { readMediaItems } from '../boxes/read-items.ts';
import {
  type MediaProperty,
  readPrimaryId,
  readProperties,
  readReferences,
} from '../boxes/read-properties.ts';
import { widenGreyProfile } from '../icc/widen-grey-profile.ts';
import { ImageFileFault } from '../image-file.ts';
import { readByte, readSlice, readUint16Be, readUint32Be } from '../read-bytes.ts';
import { type AvifParts, type AvifTile, findAvifParts, listAvifTiles } from './find-avif-parts.ts';
import { findTrackImage } from './find-track-image.ts';
import type { AvifSize } from './read-coded-sizes.ts';
import { readCrop } from './read-crop.ts';

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
  /**
   * The size that is shown, in pixels before orientation, from the first row and column; undefined
   * for all.
   */
  readonly crop: AvifSize | undefined;
  /** The colour profile, not yet validated. */
  readonly profile: Uint8Array | undefined;
}

const TRACK_SIDES_BYTES = 8; // at the end of `tkhd`, as 16.16 numbers
const SAMPLE_COUNT_AT = FULL_BOX_BYTES + 4;
/** An image, its transparency and rounded tiles; a small grid has more. */
const MAX_CODED_SHARE = 4;
const FREE_CODED_PIXELS = 1_000_000;
/** Monochrome, and both directions of subsampling. */
const CHROMA_BITS = 0x1c;
const MONOCHROME_BIT = 0x10;

/** An AVIF's facts, and the parts that its image needs. */
export interface ReadAvif {
  readonly header: AvifHeader;
  readonly parts: AvifParts;
}

/**
 * The facts of an AVIF and the parts of its image, before any decoding. The sides are the largest
 * for which a decoder may allocate memory (properties, grids, tracks, AV1's own headers). An
 * ImageFileFault if they can't be known, if far more pixels are coded than are shown, or in HDR.
 */
export function readAvif(bytes: Uint8Array): ReadAvif {
  const boxes = listFileBoxes(bytes);
  const movies = boxes.filter(({ type }) => type === 'moov');
  const parts = findPrimaryParts(bytes, boxes) ?? findTrackImage(bytes, movies[0]);
  const tracks = movies.flatMap((movie) => readTracks(bytes, movie));
  const tiles = listAvifTiles(parts);
  const { width, height } = boundsOf(parts, tiles, tracks);
  return {
    parts,
    header: {
      width,
      height,
      frames: tracks.reduce((most, track) => Math.max(most, track.frames), 1),
      orientation: orientationOf(parts.properties),
      hasFullChroma: parts.image.tiles.some(hasFullChroma),
      crop: readCrop(parts),
      profile: profileOfShown(parts),
    },
  };
}

/** The decoder makes three channels of grey, whose profile must have three, too. */
function profileOfShown({ properties, image }: AvifParts): Uint8Array | undefined {
  const profile = profileOf(properties)?.bytes;
  return profile && image.tiles.every(isMonochrome) ? widenGreyProfile(profile) : profile;
}

/** Undefined: the file has no primary image, as movies that GPAC writes. */
function findPrimaryParts(bytes: Uint8Array, boxes: readonly MediaBox[]): AvifParts | undefined {
  const isMovie = boxes.some(({ type }) => type === 'moov');
  if (isMovie && !boxes.some(({ type }) => type === 'meta')) return undefined;
  const { start, end } = theBox(boxes, 'meta');
  const meta = listMediaBoxes(bytes, start + FULL_BOX_BYTES, end);
  if (isMovie && !meta.some(({ type }) => type === 'pitm')) return undefined;
  return findAvifParts({
    primary: readPrimaryId(bytes, meta),
    items: new Map(readMediaItems(bytes, meta).map((item) => [item.id, item])),
    properties: readProperties(bytes, meta),
    references: readReferences(bytes, meta),
  });
}

/** The facts alone. */
export function readAvifHeader(bytes: Uint8Array): AvifHeader {
  return readAvif(bytes).header;
}

function boundsOf(
  { image, alpha, size }: AvifParts,
  tiles: readonly AvifTile[],
  tracks: readonly AvifSize[],
): AvifSize {
  const stated = [size, image.grid, alpha?.grid].filter((one) => one !== undefined);
  let [width, height, codedPixels] = [0, 0, 0];
  const enlarge = (one: AvifSize) => {
    width = Math.max(width, one.width);
    height = Math.max(height, one.height);
  };
  for (const one of stated) enlarge(one);
  for (const one of tracks) enlarge(one);
  for (const { size: own, codedSizes } of tiles) {
    if (own) enlarge(own);
    for (const one of codedSizes) {
      enlarge(one);
      codedPixels += one.width * one.height;
    }
  }
  if (width === 0 || height === 0) throw new ImageFileFault('The AVIF has no pixels.');
  if (codedPixels > MAX_CODED_SHARE * width * height + FREE_CODED_PIXELS) {
    throw new ImageFileFault('The AVIF has more pixels than its displayed size.');
  }
  return { width, height };
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
function hasFullChroma({ config }: AvifTile): boolean {
  return (readByte(config.content, 2) & CHROMA_BITS) === 0;
}

function isMonochrome({ config }: AvifTile): boolean {
  return (readByte(config.content, 2) & MONOCHROME_BIT) !== 0;
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
