import { CANARY } from './canaries.ts';

/** A TIFF block with nothing but an orientation, in either byte order. */
export function orientationTiff(orientation: number, order: 'II' | 'MM' = 'II'): Buffer {
  return tiff(order, [[0x0112, 3, 1, orientation]]);
}

/**
 * A TIFF block with a maker, a GPS-like text and a thumbnail, all of them canaries, and an
 * orientation.
 */
export function tellingTiff(orientation: number): Buffer {
  const head = tiff('II', [
    [0x010f, 2, CANARY.exif.length, 50],
    [0x0112, 3, 1, orientation],
    [0x8298, 2, CANARY.gps.length, 50 + CANARY.exif.length],
  ]);
  return Buffer.concat([head, Buffer.from(CANARY.exif + CANARY.gps + CANARY.thumbnail)]);
}

/** The same after the prefix that JPEG wants. */
export function withExifPrefix(block: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from('Exif\0\0'), block]);
}

/** Entries: tag, type, count, value. */
export function tiff(order: 'II' | 'MM', entries: readonly (readonly number[])[]): Buffer {
  const block = Buffer.alloc(8 + 2 + entries.length * 12 + 4);
  const isLittle = order === 'II';
  const put16 = (value: number, at: number) =>
    isLittle ? block.writeUInt16LE(value, at) : block.writeUInt16BE(value, at);
  const put32 = (value: number, at: number) =>
    isLittle ? block.writeUInt32LE(value, at) : block.writeUInt32BE(value, at);
  block.write(order, 0, 'latin1');
  put16(42, 2);
  put32(8, 4);
  put16(entries.length, 8);
  entries.forEach(([tag = 0, type = 0, count = 0, value = 0], i) => {
    const at = 10 + i * 12;
    put16(tag, at);
    put16(type, at + 2);
    put32(count, at + 4);
    if (type === 3) put16(value, at + 8);
    else if (type === 1) block.writeUInt8(value, at + 8);
    else put32(value, at + 8);
  });
  return block;
}
