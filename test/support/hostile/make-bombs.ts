import { fileOf, type HostileFile } from './hostile-file.ts';
import { makeGifBombs } from './make-gif-bombs.ts';
import { makeJpegBombs } from './make-jpeg-bombs.ts';
import { makePngBombs } from './make-png-bombs.ts';
import { type Seed, seedOf } from './make-seeds.ts';
import { makeWebpBombs } from './make-webp-bombs.ts';
import { createRandom } from './seeded-random.ts';

/** Small files that claim, or come to, more than a machine has. */
export async function makeBombs(seeds: readonly Seed[]): Promise<HostileFile[]> {
  return [
    ...(await makeJpegBombs(seedOf(seeds, 'jpg'))),
    ...makePngBombs(seedOf(seeds, 'png')),
    ...(await makeWebpBombs(seedOf(seeds, 'webp'))),
    ...(await makeGifBombs()),
  ];
}

const SIGNATURES = {
  jpg: Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  png: Buffer.from('89504e470d0a1a0a0000000d494844520000003000000028', 'hex'),
  webp: Buffer.from('RIFF\x10\x27\0\0WEBPVP8 \x04\x27\0\0', 'latin1'),
  gif: Buffer.from('GIF89a\x30\0\x28\0\xf7\0\0', 'latin1'),
} as const;
const NOISE_BYTES = [1, 100, 10_000, 300_000] as const;

/** A signature, and noise behind it. */
export function makeNoise(randomSeed: number): HostileFile[] {
  const random = createRandom(randomSeed);
  return (['jpg', 'png', 'webp', 'gif'] as const).flatMap((format) =>
    NOISE_BYTES.map((length) => {
      const bytes = Buffer.concat([SIGNATURES[format], random.bytes(length)]);
      return fileOf(`noise/${format} and ${length} bytes of it`, format, bytes);
    }),
  );
}
