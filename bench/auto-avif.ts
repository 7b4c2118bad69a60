/**
 * `node bench/auto-avif.ts`: CPU seconds of AVIF and of WebP with the service's settings, by size
 * of the result. The encoders read raw pixels on one thread. docs/decisions/0063 takes its bound
 * from them. A photograph is the usual case, noise the worst.
 */
import { randomFillSync } from 'node:crypto';
import sharp from 'sharp';
import { encode } from '../adapters/sharp/encode.ts';
import type { Format } from '../core/transform/formats.ts';
import { paintPhotograph } from './originals/draw-photograph.ts';

const MEGAPIXELS = [0.5, 1, 1.5, 2, 3, 4, 7];
const ROUNDS = 3;

async function measure(pixels: Buffer, width: number, height: number, format: Format) {
  const requested = {
    format,
    quality: undefined,
    pad: undefined,
    isAnimated: false,
    isFastEncoded: false,
    resize: { how: 'scale' as const, size: { width, height } },
  };
  const raw = { width, height, channels: 3 as const };
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    await encode(sharp(pixels, { raw }), requested, {}).toBuffer();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1e6);
  }
  return Math.min(...times).toFixed(2);
}

sharp.concurrency(1);
sharp.cache(false);
console.log('megapixels  image       avif   webp   (CPU seconds, best of three)');
for (const megapixels of MEGAPIXELS) {
  const height = Math.round(Math.sqrt((megapixels * 1e6) / 1.5));
  const width = Math.round(height * 1.5);
  const images = {
    photograph: paintPhotograph(width, height),
    noise: randomFillSync(Buffer.allocUnsafe(width * height * 3)),
  };
  for (const [name, pixels] of Object.entries(images)) {
    const avif = await measure(pixels, width, height, 'avif');
    const webp = await measure(pixels, width, height, 'webp');
    console.log(`${String(megapixels).padEnd(12)}${name.padEnd(12)}${avif}   ${webp}`);
  }
}
