import { ImageFileFault } from '../image-file.ts';
import { readByte, readSlice } from '../read-bytes.ts';
import { joinBytes } from '../write-bytes.ts';
import { buildJpegSegment, JPEG_MARKER, type JpegSegment } from './jpeg-segment.ts';
import type { JpegComponent, JpegScan } from './read-jpeg-frame.ts';

/**
 * Defined tables that no scan has used yet, by slot. Only tables that a scan names are written:
 * otherwise redefined or unused tables could carry a second file.
 */
export interface PendingJpegTables {
  readonly quantization: Map<number, Uint8Array>;
  readonly huffman: Map<number, Uint8Array>;
  restartInterval: Uint8Array | undefined;
}

/** The position of a table's slot in its first byte, and the table's length. */
interface TableForm {
  readonly slotMask: number;
  readonly bytesAt: (payload: Uint8Array, at: number) => number;
}

const QUANTIZATION: TableForm = { slotMask: 0x0f, bytesAt: quantizationBytes };
const HUFFMAN: TableForm = { slotMask: 0xff, bytesAt: huffmanBytes };
const TABLE_MARKERS: readonly number[] = [JPEG_MARKER.DQT, JPEG_MARKER.DHT, JPEG_MARKER.DRI];
const BROKEN = 'A JPEG table is broken.';
const VALUES_START = 17; // behind the slot and the numbers of codes

/** None defined yet. */
export function noPendingTables(): PendingJpegTables {
  return {
    quantization: new Map(),
    huffman: new Map(),
    restartInterval: undefined,
  };
}

/** Reads a DQT, DHT or DRI segment; false for any other segment. */
export function collectTables(
  pending: PendingJpegTables,
  bytes: Uint8Array,
  segment: JpegSegment,
): boolean {
  const { marker } = segment;
  if (!TABLE_MARKERS.includes(marker)) return false;
  const payload = readSlice(bytes, segment.start, segment.end);
  switch (marker) {
    case JPEG_MARKER.DQT:
      collectSlots(pending.quantization, payload, QUANTIZATION);
      break;
    case JPEG_MARKER.DHT:
      collectSlots(pending.huffman, payload, HUFFMAN);
      break;
    default:
      if (payload.length !== 2) throw new ImageFileFault(BROKEN);
      pending.restartInterval = payload;
  }
  return true;
}

/**
 * The quantization tables of components whose first scan comes next, as a segment; they are no
 * longer pending. Later definitions are left out, because libjpeg keeps the tables of a component's
 * first scan.
 */
export function takeQuantization(
  pending: PendingJpegTables,
  components: readonly JpegComponent[],
): Uint8Array[] {
  const named = new Set(components.map(({ quantizationTable }) => quantizationTable));
  return takeSlots(JPEG_MARKER.DQT, pending.quantization, named);
}

/** The entropy coding's tables and restart interval for a scan; they are no longer pending. */
export function takeEntropyTables(pending: PendingJpegTables, scan: JpegScan): Uint8Array[] {
  const restart = pending.restartInterval;
  pending.restartInterval = undefined;
  for (const slot of scan.entropySlots) checkValues(pending.huffman.get(slot));
  return [
    ...takeSlots(JPEG_MARKER.DHT, pending.huffman, scan.entropySlots),
    ...(restart ? [buildJpegSegment(JPEG_MARKER.DRI, restart)] : []),
  ];
}

// T.81, annex C: a code for each value. Encoders never repeat a value, while text repeats letters
function checkValues(definition: Uint8Array | undefined): void {
  const values = definition?.subarray(VALUES_START) ?? [];
  if (new Set(values).size < values.length) throw new ImageFileFault(BROKEN);
}

function takeSlots(marker: number, slots: Map<number, Uint8Array>, named: ReadonlySet<number>) {
  const taken: Uint8Array[] = [];
  for (const slot of [...named].sort((a, b) => a - b)) {
    const table = slots.get(slot);
    if (table) taken.push(table);
    slots.delete(slot);
  }
  return taken.length === 0 ? [] : [buildJpegSegment(marker, joinBytes(taken))];
}

function collectSlots(slots: Map<number, Uint8Array>, payload: Uint8Array, form: TableForm): void {
  for (let at = 0; at < payload.length; ) {
    const end = at + form.bytesAt(payload, at);
    if (end > payload.length) throw new ImageFileFault(BROKEN);
    slots.set(readByte(payload, at) & form.slotMask, payload.subarray(at, end));
    at = end;
  }
}

// T.81, B.2.4.1: precision in the upper half, then 64 elements of one or two bytes
function quantizationBytes(payload: Uint8Array, at: number): number {
  return readByte(payload, at) >> 4 === 0 ? 65 : 129;
}

// T.81, B.2.4.2: the number of codes of each of 16 lengths, then a value for each code
function huffmanBytes(payload: Uint8Array, at: number): number {
  let codes = 0;
  for (let i = 1; i <= 16; i += 1) codes += readByte(payload, at + i);
  if (codes > 256) throw new ImageFileFault(BROKEN);
  return 17 + codes;
}
