import { readUint16Le } from '../read-bytes.ts';
import { BoolReader } from './bool-reader.ts';
import type { LossyPartitions } from './list-lossy-partitions.ts';
import { type LossyHeader, readLossyHeader } from './read-lossy-header.ts';
import { BLOCK_TYPE, skipCoefficients } from './skip-coefficients.ts';
import { skipModes } from './skip-modes.ts';

const SIDE_MASK = 0x3fff;
const MACROBLOCK = 16;
/** Flags of the blocks beside a macroblock: four of luma, two of each chroma, one of means. */
const FLAGS = 9;
const MEANS = 8;
/**
 * The blocks of a plane in four numbers each: column and row of its flag, type, and first
 * coefficient.
 */
function listBlocks(from: number, side: number, type: number, first = 0): readonly number[] {
  const places = Array.from({ length: side }, (_, at) => from + at);
  return places.flatMap((y) => places.flatMap((x) => [x, y, type, first]));
}

const CHROMA = [...listBlocks(4, 2, BLOCK_TYPE.chroma), ...listBlocks(6, 2, BLOCK_TYPE.chroma)];
const BLOCKS = Uint8Array.from([...listBlocks(0, 4, BLOCK_TYPE.luma), ...CHROMA]);
const BLOCKS_WITH_MEANS = Uint8Array.from([
  ...listBlocks(MEANS, 1, BLOCK_TYPE.means),
  ...listBlocks(0, 4, BLOCK_TYPE.lumaBehindMeans, 1),
  ...CHROMA,
]);

/**
 * The most bits that are read, for each byte and for any file. A photograph has some ten a byte,
 * and a flat image of 50 megapixels six million; a hostile one has a thousand a byte.
 */
const MAX_READS_PER_BYTE = 24;
const MAX_READS = 8_000_000;

/** The number of bytes that a decoder takes of each partition. */
export interface TakenBytes {
  readonly first: number;
  readonly tokens: readonly number[];
}

/**
 * Follows a VP8 image to its last coefficient, and makes no pixel. The result is undefined for a
 * truncated file, and for one whose few bytes are too much work.
 */
export function measureLossyData({ head, first, tokens }: LossyPartitions): TakenBytes | undefined {
  const columns = Math.ceil((readUint16Le(head, 6) & SIDE_MASK) / MACROBLOCK);
  const rows = Math.ceil((readUint16Le(head, 8) & SIDE_MASK) / MACROBLOCK);
  const modes = new BoolReader(first);
  const readers = tokens.map((token) => new BoolReader(token));
  const all = [modes, ...readers];
  const bytes = all.reduce((sum, { data }) => sum + data.length, 0);
  const walk = createRowWalk(modes, readLossyHeader(modes), columns);
  for (let row = 0; row < rows; row += 1) {
    const reader = readers[row % readers.length];
    if (!reader || all.some(({ at, data }) => at > data.length)) return undefined;
    if (all.reduce((sum, { reads }) => sum + reads, 0) > MAX_READS + MAX_READS_PER_BYTE * bytes) {
      return undefined;
    }
    walk(reader);
  }
  return { first: modes.at, tokens: readers.map(({ at }) => at) };
}

/** Follows one row of macroblocks after the other, the coefficients of each in a partition. */
function createRowWalk(modes: BoolReader, header: LossyHeader, columns: number) {
  const modesAbove = new Uint8Array(4 * columns);
  const above = new Uint8Array(FLAGS * columns);
  return (reader: BoolReader): void => {
    const modesLeft = new Uint8Array(4);
    const left = new Uint8Array(FLAGS);
    for (let column = 0; column < columns; column += 1) {
      const { hasMeans, isEmpty } = skipModes(modes, header, modesAbove, modesLeft, 4 * column);
      const at = FLAGS * column;
      const blocks = hasMeans ? BLOCKS_WITH_MEANS : BLOCKS;
      if (!isEmpty) skipMacroblock(reader, header.coefficients, blocks, above, left, at);
      else clearFlags(above, left, at, hasMeans);
    }
  };
}

// the flag of the means is of the last macroblock that has them
function clearFlags(above: Uint8Array, left: Uint8Array, at: number, hasMeans: boolean): void {
  const end = hasMeans ? FLAGS : MEANS;
  above.fill(0, at, at + end);
  left.fill(0, 0, end);
}

function skipMacroblock(
  reader: BoolReader,
  probabilities: Uint8Array,
  blocks: Uint8Array,
  above: Uint8Array,
  left: Uint8Array,
  at: number,
): void {
  for (let block = 0; block < blocks.length; block += 4) {
    const x = at + (blocks[block] ?? 0);
    const y = blocks[block + 1] ?? 0;
    const type = blocks[block + 2] ?? 0;
    const context = (above[x] ?? 0) + (left[y] ?? 0);
    const flag = skipCoefficients(reader, probabilities, type, context, blocks[block + 3] ?? 0);
    above[x] = flag;
    left[y] = flag;
  }
}
