import type { JpegFrame, JpegScan } from './read-jpeg-frame.ts';
import { ScanBits } from './scan-bits.ts';
import { buildSkipTable, type SkipTable, widthFor } from './skip-table.ts';
import { type BlockTables, skipUnits } from './skip-units.ts';
import { type TablesInForce, tableInForce } from './tables-in-force.ts';

const BLOCK = 8;

/**
 * A sequential scan's data without the bytes that no pixel uses (ITU-T T.81, F.2): those before a
 * restart marker and behind the last block. An ImageFileFault if the scan can't be followed to its
 * last block.
 */
export function takeScanData(
  data: Uint8Array,
  frame: JpegFrame,
  scan: JpegScan,
  tables: TablesInForce,
): Uint8Array {
  const blocks = listBlocks(scan, tables, widthFor(data.length));
  const units = countUnits(frame, scan);
  const interval = tables.restartInterval > 0 ? tables.restartInterval : units;
  const bits = new ScanBits(data);
  for (let unit = 0; unit < units; unit += interval) {
    if (unit > 0) bits.restart(unit / interval - 1);
    bits.endInterval(skipUnits(bits, blocks, Math.min(interval, units - unit)));
  }
  return bits.usedData();
}

/**
 * The tables of each block of a minimum coded unit, in their order; one block if a component is
 * alone.
 */
function listBlocks(scan: JpegScan, tables: TablesInForce, width: number): BlockTables[] {
  const built = new Map<number, SkipTable>();
  return scan.components.flatMap(({ component, dcSlot, acSlot }) => {
    const dc = tableInForce(tables, dcSlot);
    const ac = built.get(acSlot) ?? buildSkipTable(tableInForce(tables, acSlot), width);
    built.set(acSlot, ac);
    const { horizontal, vertical } = component;
    const count = scan.components.length === 1 ? 1 : horizontal * vertical;
    return new Array<BlockTables>(count).fill({ dc, ac });
  });
}

/** The minimum coded units of a scan. A component alone has the blocks of its own samples (A.2). */
export function countUnits({ width, height, components }: JpegFrame, scan: JpegScan): number {
  const across = Math.max(...components.map(({ horizontal }) => horizontal));
  const down = Math.max(...components.map(({ vertical }) => vertical));
  const [alone, ...others] = scan.components;
  if (!alone || others.length > 0) {
    return Math.ceil(width / (BLOCK * across)) * Math.ceil(height / (BLOCK * down));
  }
  const { horizontal, vertical } = alone.component;
  const columns = Math.ceil(Math.ceil((width * horizontal) / across) / BLOCK);
  return columns * Math.ceil(Math.ceil((height * vertical) / down) / BLOCK);
}
