import { FULL_BOX_BYTES, listMediaBoxes, type MediaBox, theBox } from '../boxes/read-box.ts';
import type { MediaProperty } from '../boxes/read-properties.ts';
import { ImageFileFault } from '../image-file.ts';
import { hasTextAt, readSlice, readUint16Be, readUint32Be } from '../read-bytes.ts';
import { joinBytes } from '../write-bytes.ts';
import type { AvifPart, AvifParts, AvifTile } from './find-avif-parts.ts';
import { readCodedSizes } from './read-coded-sizes.ts';

const SAMPLE_TABLE = ['mdia', 'minf', 'stbl'];
/** Of `hdlr`, behind a number that is 0. */
const HANDLER_AT = FULL_BOX_BYTES + 4;
const AUXILIARY = 'auxv';
/** Of an entry of `stsd` (ISO/IEC 14496-12, 12.1.3): its sides, and its boxes behind them. */
const SIDES_AT = 24;
const ENTRY_BYTES = 78;
const FIRST_ENTRY_AT = FULL_BOX_BYTES + 4;
/** `av1C` has them behind four bytes (AV1 in ISOBMFF 1.2, 2.3.3). */
const CONFIG_HEAD_BYTES = 4;
const NO_PIXELS = 'The AVIF has no pixels.';

/** The boxes inside of a track that describe its samples. */
function sampleTableOf(bytes: Uint8Array, track: MediaBox): readonly MediaBox[] {
  let inner = listMediaBoxes(bytes, track.start, track.end);
  for (const type of SAMPLE_TABLE) {
    const { start, end } = theBox(inner, type);
    inner = listMediaBoxes(bytes, start, end);
  }
  return inner;
}

function isAuxiliary(bytes: Uint8Array, track: MediaBox): boolean {
  const media = theBox(listMediaBoxes(bytes, track.start, track.end), 'mdia');
  const handler = theBox(listMediaBoxes(bytes, media.start, media.end), 'hdlr');
  return hasTextAt(bytes, handler.start + HANDLER_AT, AUXILIARY);
}

/** The bytes of the first sample: the first of the first chunk. */
function readFirstSample(bytes: Uint8Array, table: readonly MediaBox[]): Uint8Array {
  const { start } = theBox(table, 'stsz');
  const fixedSize = readUint32Be(bytes, start + FULL_BOX_BYTES);
  const size = fixedSize || readUint32Be(bytes, start + FULL_BOX_BYTES + 8);
  const short = table.find(({ type }) => type === 'stco');
  const places = short ?? theBox(table, 'co64');
  if (readUint32Be(bytes, places.start + FULL_BOX_BYTES) === 0) throw new ImageFileFault(NO_PIXELS);
  const first = places.start + FULL_BOX_BYTES + 4;
  const at = short
    ? readUint32Be(bytes, first)
    : readUint32Be(bytes, first) * 2 ** 32 + readUint32Be(bytes, first + 4);
  return readSlice(bytes, at, at + size);
}

interface TrackImage {
  readonly tile: AvifTile;
  readonly properties: readonly MediaProperty[];
}

function readTrackImage(bytes: Uint8Array, track: MediaBox): TrackImage {
  const table = sampleTableOf(bytes, track);
  const { start, end } = theBox(table, 'stsd');
  const [entry] = listMediaBoxes(bytes, start + FIRST_ENTRY_AT, end);
  if (entry?.type !== 'av01') throw new ImageFileFault(NO_PIXELS);
  const boxes = listMediaBoxes(bytes, entry.start + ENTRY_BYTES, entry.end);
  const all = boxes.map(({ type, start, end }) => {
    return { type, content: bytes.subarray(start, end), isEssential: false };
  });
  const config = all.find(({ type }) => type === 'av1C');
  if (!config || config.content.length < CONFIG_HEAD_BYTES) throw new ImageFileFault(NO_PIXELS);
  const sample = readFirstSample(bytes, table);
  const isComplete = readCodedSizes(sample).length > 0;
  const head = config.content.subarray(CONFIG_HEAD_BYTES);
  const data = isComplete ? sample : joinBytes([head, sample]);
  const codedSizes = readCodedSizes(data);
  if (codedSizes.length === 0) throw new ImageFileFault(NO_PIXELS);
  const size = {
    width: readUint16Be(bytes, entry.start + SIDES_AT),
    height: readUint16Be(bytes, entry.start + SIDES_AT + 2),
  };
  return { tile: { data, properties: [], config, size, codedSizes }, properties: all };
}

const partOf = ({ tile }: TrackImage): AvifPart => {
  return { grid: undefined, tiles: [tile] };
};

/**
 * The first frame of a movie, with its transparency, where a file names no primary image. Browsers
 * show such a file by its track. An ImageFileFault without a frame.
 */
export function findTrackImage(bytes: Uint8Array, movie: MediaBox | undefined): AvifParts {
  if (!movie) throw new ImageFileFault(NO_PIXELS);
  const tracks = listMediaBoxes(bytes, movie.start, movie.end).filter(
    ({ type }) => type === 'trak',
  );
  const shown = tracks.find((track) => !isAuxiliary(bytes, track));
  const hidden = tracks.find((track) => isAuxiliary(bytes, track));
  if (!shown) throw new ImageFileFault(NO_PIXELS);
  const image = readTrackImage(bytes, shown);
  return {
    image: partOf(image),
    alpha: hidden ? partOf(readTrackImage(bytes, hidden)) : undefined,
    isPremultiplied: false,
    properties: image.properties,
    size: image.tile.size ?? { width: 0, height: 0 },
  };
}
