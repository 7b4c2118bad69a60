import type { HuffmanTable } from './huffman-table.ts';
import type { JpegFrame, JpegScan } from './read-jpeg-frame.ts';
import { ScanBits } from './scan-bits.ts';
import { type TablesInForce, tableInForce } from './tables-in-force.ts';

interface BlockTables {
  readonly dc: HuffmanTable;
  readonly ac: HuffmanTable;
}

const BLOCK = 8;
const COEFFICIENTS = 64;
const SIXTEEN_ZEROS = 0xf0;

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
  const blocks = listBlocks(scan, tables);
  const units = countUnits(frame, scan);
  const bits = new ScanBits(data);
  for (let unit = 0; unit < units; unit += 1) {
    if (tables.restartInterval > 0 && unit > 0 && unit % tables.restartInterval === 0)
      bits.restart();
    for (const block of blocks) skipBlock(bits, block);
  }
  return bits.usedData();
}

/**
 * The tables of each block of a minimum coded unit, in their order; one block if a component is
 * alone.
 */
function listBlocks(scan: JpegScan, tables: TablesInForce): BlockTables[] {
  return scan.components.flatMap(({ component, dcSlot, acSlot }) => {
    const [dc, ac] = [tableInForce(tables, dcSlot), tableInForce(tables, acSlot)];
    const { horizontal, vertical } = component;
    const count = scan.components.length === 1 ? 1 : horizontal * vertical;
    return new Array<BlockTables>(count).fill({ dc, ac });
  });
}

// T.81, A.2: a component alone has only the blocks of its own samples
function countUnits({ width, height, components }: JpegFrame, scan: JpegScan): number {
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

function skipBlock(bits: ScanBits, { dc, ac }: BlockTables): void {
  bits.skip(bits.readValue(dc) & 0x0f);
  for (let k = 1; k < COEFFICIENTS; ) {
    const value = bits.readValue(ac);
    const size = value & 0x0f;
    if (size === 0 && value !== SIXTEEN_ZEROS) return; // the end of the block
    k += (value >> 4) + 1;
    bits.skip(size);
  }
}
