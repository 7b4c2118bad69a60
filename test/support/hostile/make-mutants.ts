import { fileOf, type HostileFile } from './hostile-file.ts';
import type { Seed } from './make-seeds.ts';
import { createRandom, type SeededRandom } from './seeded-random.ts';

type Mutate = (bytes: Buffer, random: SeededRandom) => Buffer;

const LIES = [0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0xffffffff] as const;
const MAX_EDITS = 8;
const HEADER_BYTES = 64;

const flipBits: Mutate = (bytes, random) => {
  for (let i = random.below(MAX_EDITS) + 1; i > 0; i -= 1) {
    const at = random.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
  }
  return bytes;
};

const flipHeader: Mutate = (bytes, random) => {
  const at = random.below(Math.min(HEADER_BYTES, bytes.length));
  bytes[at] = random.below(256);
  return bytes;
};

const lieAboutLength: Mutate = (bytes, random) => {
  const at = random.below(Math.max(1, bytes.length - 4));
  const size = random.pick([2, 4]);
  const lie = random.pick(LIES) % 2 ** (8 * size);
  if (random.below(2) === 0) bytes.writeUIntBE(lie, at, size);
  else bytes.writeUIntLE(lie, at, size);
  return bytes;
};

const swapPieces: Mutate = (bytes, random) => {
  const ends = Array.from({ length: 4 }, () => random.below(bytes.length)).sort((a, b) => a - b);
  const [a = 0, b = 0, c = 0, d = 0] = ends;
  const pieces = [
    [0, a],
    [c, d],
    [b, c],
    [a, b],
    [d, bytes.length],
  ] as const;
  return Buffer.concat(pieces.map(([from, to]) => bytes.subarray(from, to)));
};

const repeatPiece: Mutate = (bytes, random) => {
  const from = random.below(bytes.length);
  const piece = bytes.subarray(from, from + 1 + random.below(400));
  const copies = Array.from({ length: 1 + random.below(200) }, () => piece);
  return Buffer.concat([bytes.subarray(0, from), ...copies, bytes.subarray(from)]);
};

const dropPiece: Mutate = (bytes, random) => {
  const from = random.below(bytes.length);
  const to = from + 1 + random.below(200);
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
};

const insertNoise: Mutate = (bytes, random) => {
  const at = random.below(bytes.length);
  const noise = random.bytes(1 + random.below(300));
  return Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)]);
};

const MUTATIONS = {
  'bits flipped': flipBits,
  'header overwritten': flipHeader,
  'lengths that lie': lieAboutLength,
  'pieces swapped': swapPieces,
  'a piece repeated': repeatPiece,
  'a piece dropped': dropPiece,
  'noise put in': insertNoise,
} satisfies Record<string, Mutate>;

/** So many mutants of the seeds; a mutant may still be a good image. */
export function makeMutants(
  seeds: readonly [Seed, ...Seed[]],
  count: number,
  randomSeed: number,
): HostileFile[] {
  const random = createRandom(randomSeed);
  const [first, ...others] = Object.entries(MUTATIONS);
  if (!first) return [];
  return Array.from({ length: count }, (_, i) => {
    const { name, format, bytes } = random.pick(seeds);
    const [how, mutate] = random.pick([first, ...others]);
    const mutant = mutate(Buffer.from(bytes), random);
    return fileOf(`mutant/${randomSeed}.${i} ${format} ${name}, ${how}`, format, mutant, 'any');
  });
}
