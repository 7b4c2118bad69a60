import sharp from 'sharp';
import {
  chunksOf,
  extendedChunk,
  frameChunk,
  hugeWebp,
  riffChunk,
  webpOf,
} from '../images/make-webp.ts';
import { fileOf, type HostileFile } from './hostile-file.ts';

const ANIMATION_FLAG = 2;
const ANIM = riffChunk('ANIM', Buffer.alloc(6));

/** A key frame's header of RFC 6386 9.1 that claims this size, and nothing behind it. */
function lossyClaim(width: number, height: number): Buffer {
  const data = Buffer.alloc(30);
  data.set([0x10, 0x02, 0, 0x9d, 0x01, 0x2a]);
  data.writeUInt16LE(width, 6);
  data.writeUInt16LE(height, 8);
  return webpOf(riffChunk('VP8 ', data));
}

function animation(canvas: number, frames: number, lossless: Buffer, side: number): Buffer {
  const frame = frameChunk({ x: 0, y: 0, width: side, height: side }, lossless);
  const all = Array.from({ length: frames }, () => frame);
  return webpOf(extendedChunk(ANIMATION_FLAG, canvas, canvas), ANIM, ...all);
}

async function flat(side: number): Promise<Buffer> {
  const create = { width: side, height: side, channels: 3, background: '#336699' } as const;
  return sharp({ create }).webp({ lossless: true, effort: 0 }).toBuffer();
}

async function pixelsOf(side: number): Promise<Buffer> {
  const found = chunksOf(await flat(side)).find(({ type }) => type === 'VP8L');
  if (!found) throw new Error('sharp wrote no VP8L chunk');
  return found.bytes;
}

/** WebPs that claim, or come to, more than they seem. */
export async function makeWebpBombs(webp: Buffer): Promise<HostileFile[]> {
  const bomb = (name: string, bytes: Buffer, due?: HostileFile['due']) =>
    fileOf(`bomb/WebP ${name}`, 'webp', bytes, due);
  const [dot, square] = [await pixelsOf(2), await pixelsOf(300)];
  const body = webp.subarray(12);
  return [
    bomb('lossless of 16383 x 16383', hugeWebp(16_383, 16_383)),
    bomb('lossless of 7000 x 7000, nothing in it', hugeWebp(7_000, 7_000)),
    bomb('lossy of 16383 x 16383', lossyClaim(16_383, 16_383)),
    bomb('lossy of 7000 x 7000, nothing in it', lossyClaim(7_000, 7_000)),
    bomb('extended of 16384 x 16384', webpOf(extendedChunk(0, 16_384, 16_384), body)),
    bomb('extended of 2^24 x 2^24', webpOf(extendedChunk(0, 2 ** 24, 2 ** 24), body)),
    bomb('of 501 frames', animation(2, 501, dot, 2)),
    bomb('of 600 frames of 300 x 300', animation(300, 600, square, 300)),
    bomb('of 2 frames on 6000 x 6000', animation(6_000, 2, dot, 2)),
    bomb('of 1 frame on 7000 x 7000', animation(7_000, 1, dot, 2), 'any'),
    bomb('of 500 frames of 300 x 300', animation(300, 500, square, 300), 'any'),
    bomb('lossless of 49 MP', await flat(7_000), 'any'),
  ];
}
