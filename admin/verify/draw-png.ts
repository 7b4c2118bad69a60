import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const TRUE_COLOUR = 2;
const CHANNELS = 3;
/**
 * A linear congruential generator (Numerical Recipes): the same image for the same seed, and no
 * pattern to compress.
 */
const [FACTOR, STEP] = [1_664_525, 1_013_904_223];

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

/**
 * A PNG of noise (PNG specification, third edition): about three bytes a pixel, whatever compresses
 * it.
 */
export function drawNoisePng(width: number, height: number, seed: number): Buffer {
  const rowBytes = 1 + width * CHANNELS; // the filter's number first
  const rows = Buffer.alloc(rowBytes * height);
  let state = seed >>> 0;
  for (let at = 0; at < rows.length; at += 1) {
    state = (Math.imul(state, FACTOR) + STEP) >>> 0;
    if (at % rowBytes !== 0) rows[at] = state >>> 24;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, TRUE_COLOUR, 0, 0, 0], 8);
  const data = deflateSync(rows, { level: 0 });
  const parts = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...parts]);
}
