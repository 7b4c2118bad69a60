import { readUint16Be } from '../read-bytes.ts';
import { buildHuffmanTable, type HuffmanTable } from './huffman-table.ts';
import type { PendingJpegTables } from './pending-jpeg-tables.ts';

/** The entropy coding's tables as they stand at a scan: a definition holds until the next for its slot. */
export interface TablesInForce {
  readonly huffman: Map<number, HuffmanTable>;
  restartInterval: number;
}

/** Before the first definition. */
export function noTablesInForce(): TablesInForce {
  return { huffman: new Map(), restartInterval: 0 };
}

/** Takes over what was defined since the last scan. */
export function bringIntoForce(inForce: TablesInForce, pending: PendingJpegTables): void {
  for (const [slot, definition] of pending.huffman) {
    inForce.huffman.set(slot, buildHuffmanTable(definition));
  }
  if (pending.restartInterval) inForce.restartInterval = readUint16Be(pending.restartInterval, 0);
}
