import { ImageFileFault } from '../image-file.ts';
import { readUint16Be } from '../read-bytes.ts';
import { buildHuffmanTable, type HuffmanTable } from './huffman-table.ts';
import type { PendingJpegTables } from './pending-jpeg-tables.ts';

/** The entropy coding's tables at a scan: a definition is valid until the next for its slot. */
export interface TablesInForce {
  readonly definitions: Map<number, Uint8Array>;
  /** Those that some scan has used since their definition. */
  readonly built: Map<number, HuffmanTable>;
  restartInterval: number;
}

/** Before the first definition. */
export function noTablesInForce(): TablesInForce {
  return { definitions: new Map(), built: new Map(), restartInterval: 0 };
}

/** Takes over the definitions that a scan needs; unnamed ones stay pending. */
export function bringIntoForce(
  inForce: TablesInForce,
  pending: PendingJpegTables,
  slots: ReadonlySet<number>,
): void {
  for (const slot of slots) {
    const definition = pending.huffman.get(slot);
    if (!definition) continue;
    inForce.definitions.set(slot, definition);
    inForce.built.delete(slot);
  }
  if (pending.restartInterval) inForce.restartInterval = readUint16Be(pending.restartInterval, 0);
}

/**
 * The table of a slot, built at its first use: a file may define far more tables than its scans
 * name.
 */
export function tableInForce({ definitions, built }: TablesInForce, slot: number): HuffmanTable {
  const before = built.get(slot);
  if (before) return before;
  const definition = definitions.get(slot);
  if (!definition) throw new ImageFileFault('A JPEG scan refers to a missing table.');
  const table = buildHuffmanTable(definition);
  built.set(slot, table);
  return table;
}
