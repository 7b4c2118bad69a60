import { ImageFileFault } from '../image-file.ts';
import type { JpegComponent, JpegFrame, JpegScan } from './read-jpeg-frame.ts';
import { ScanBits } from './scan-bits.ts';
import {
  type KnownCoefficients,
  type ProgressiveBlocks,
  skipProgressiveUnits,
} from './skip-progressive-units.ts';
import { type TablesInForce, tableInForce } from './tables-in-force.ts';
import { countUnits } from './take-scan-data.ts';

/** Some 0.6 s of CPU. 50 megapixels in ten scans have 14 million. */
const MAX_BLOCKS = 64_000_000;

/** The progress of a walk through progressive scans. */
export interface ProgressiveWalk {
  readonly known: Map<JpegComponent, KnownCoefficients>;
  /** Blocks that were followed so far. */
  blocks: number;
}

/** Before the first scan. */
export const newProgressiveWalk = (): ProgressiveWalk => {
  return { known: new Map(), blocks: 0 };
};

/**
 * A progressive scan's data without the bytes that no pixel uses (ITU-T T.81, G.1.2), as
 * `takeScanData` has it for a sequential one. It needs all earlier scans, in their order. An
 * ImageFileFault if the scan can't be followed to its last block, or if there are too many blocks.
 */
export function takeProgressiveData(
  data: Uint8Array,
  frame: JpegFrame,
  scan: JpegScan,
  tables: TablesInForce,
  walk: ProgressiveWalk,
): Uint8Array {
  const units = countUnits(frame, scan);
  const blocks = describeBlocks(scan, tables, walk, units);
  walk.blocks += units * blocks.tables.length;
  if (walk.blocks > MAX_BLOCKS) throw new ImageFileFault('The JPEG has too many scans.');
  const interval = tables.restartInterval > 0 ? tables.restartInterval : units;
  const bits = new ScanBits(data);
  for (let unit = 0; unit < units; unit += interval) {
    if (unit > 0) bits.restart(unit / interval - 1);
    const count = Math.min(interval, units - unit);
    bits.endInterval(skipProgressiveUnits(bits, blocks, unit, count));
  }
  return bits.usedData();
}

function describeBlocks(
  { band, components }: JpegScan,
  tables: TablesInForce,
  { known }: ProgressiveWalk,
  units: number,
): ProgressiveBlocks {
  const [alone, ...others] = components;
  if (!alone) throw new ImageFileFault('A JPEG scan header is broken.');
  if (band.firstCoefficient > 0) {
    const before = known.get(alone.component) ?? new Int32Array(2 * units);
    known.set(alone.component, before);
    return { band, tables: [tableInForce(tables, alone.acSlot)], known: before };
  }
  const ofBlocks = components.flatMap(({ component, dcSlot }) => {
    const count = others.length === 0 ? 1 : component.horizontal * component.vertical;
    const table = band.highBit === 0 ? tableInForce(tables, dcSlot) : undefined;
    return new Array<typeof table>(count).fill(table);
  });
  return { band, tables: ofBlocks, known: new Int32Array(0) };
}
