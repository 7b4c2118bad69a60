import type { DecodedPixels } from '../image-file.ts';
import { readByte, readUint16Le, readUint32Le } from '../read-bytes.ts';
import type { BmpHeader } from './bmp-header.ts';
import { channelOf } from './bmp-masks.ts';

/** Writes a row's pixels from a place on. */
type ReadRow = (header: BmpHeader, row: number, data: Uint8Array, to: number) => void;

/** The pixels of plain rows, upright, with alpha if there is a mask for it. */
export function readPlainPixels(header: BmpHeader): DecodedPixels {
  const { width, height, isTopDown, stride, masks } = header;
  const isMasked = header.bits === 16 || header.bits === 32;
  const channels = isMasked && masks.alpha.mask !== 0 ? 4 : 3;
  const data = new Uint8Array(width * height * channels);
  const readRow = readerOf(header);
  for (let y = 0; y < height; y += 1) {
    const row = (isTopDown ? y : height - 1 - y) * stride;
    readRow(header, row, data, y * width * channels);
  }
  return { data, width, height, channels };
}

function readerOf({ bits }: BmpHeader): ReadRow {
  if (bits <= 8) return readIndexedRow;
  return bits === 24 ? readTrueRow : readMaskedRow;
}

function readIndexedRow(header: BmpHeader, row: number, data: Uint8Array, start: number): void {
  const { width, bits, palette, colourBytes } = header;
  const most = 2 ** bits - 1;
  let to = start;
  for (let x = 0; x < width; x += 1, to += 3) {
    const bit = x * bits;
    const byte = readByte(header.data, row + (bit >> 3));
    const colour = ((byte >> (8 - bits - (bit & 7))) & most) * colourBytes;
    if (colour >= palette.length) continue; // black, as in browsers
    data[to] = readByte(palette, colour + 2);
    data[to + 1] = readByte(palette, colour + 1);
    data[to + 2] = readByte(palette, colour);
  }
}

function readTrueRow(header: BmpHeader, row: number, data: Uint8Array, start: number): void {
  let to = start;
  for (let x = 0; x < header.width; x += 1, to += 3) {
    const from = row + 3 * x;
    data[to] = readByte(header.data, from + 2);
    data[to + 1] = readByte(header.data, from + 1);
    data[to + 2] = readByte(header.data, from);
  }
}

function readMaskedRow(header: BmpHeader, row: number, data: Uint8Array, start: number): void {
  const { width, bits, masks } = header;
  const { red, green, blue, alpha } = masks;
  const read = bits === 16 ? readUint16Le : readUint32Le;
  let to = start;
  for (let x = 0; x < width; x += 1) {
    const pixel = read(header.data, row + (x * bits) / 8);
    data[to] = channelOf(pixel, red);
    data[to + 1] = channelOf(pixel, green);
    data[to + 2] = channelOf(pixel, blue);
    if (alpha.mask !== 0) data[to + 3] = channelOf(pixel, alpha);
    to += alpha.mask === 0 ? 3 : 4;
  }
}
