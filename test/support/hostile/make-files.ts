import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { drawAnimation, drawJpeg } from '../pictures/draw.ts';

export interface HostileFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Stands in everything that must never be served. */
export const CANARY = 'CANARY-7f3a';

/** A small generator of pseudo-random numbers with a seed (mulberry32), so that a run can be repeated. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

type Seeds = Readonly<Record<string, Buffer>>;

async function makeSeeds(): Promise<Seeds> {
  const jpeg = await drawJpeg(160, 120);
  const picture = sharp(jpeg);
  return {
    'image/jpeg': jpeg,
    'image/jpeg progressive': await picture.jpeg({ progressive: true }).toBuffer(),
    'image/png': await picture.png().toBuffer(),
    'image/png interlaced': await picture.png({ progressive: true }).toBuffer(),
    'image/png palette': await picture.png({ palette: true }).toBuffer(),
    'image/webp': await picture.webp().toBuffer(),
    'image/webp lossless': await picture.webp({ lossless: true }).toBuffer(),
    'image/webp animated': await sharp(await drawAnimation(), { animated: true })
      .webp()
      .toBuffer(),
    'image/gif': await drawAnimation(),
  };
}

const typeOf = (name: string) => name.split(' ')[0] ?? '';

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function makePng(width: number, height: number, idat: Buffer, ...more: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', idat),
    pngChunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...chunks]);
}

function makeWebpHeader(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(34);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(26, 4);
  bytes.write('WEBPVP8L', 8);
  bytes.writeUInt32LE(13, 16);
  bytes.writeUInt8(0x2f, 20);
  bytes.writeUInt32LE((width - 1) | (((height - 1) << 14) >>> 0), 21);
  return bytes;
}

function patched(seed: Buffer, find: number[], offset: number, value: number[]): Buffer {
  const bytes = Buffer.from(seed);
  const at = bytes.indexOf(Buffer.from(find));
  if (at >= 0) bytes.set(value, at + offset);
  return bytes;
}

function makeBombs(seeds: Seeds): HostileFile[] {
  const jpeg = seeds['image/jpeg'] as Buffer;
  const gif = seeds['image/gif'] as Buffer;
  const zeros = deflateSync(Buffer.alloc(50_000_000), { level: 9 });
  const profile = Buffer.concat([
    Buffer.from('x\0\0'),
    deflateSync(Buffer.alloc(100_000_000), { level: 9 }),
  ]);
  const huge = Buffer.from(gif);
  huge.writeUInt16LE(65535, 6);
  huge.writeUInt16LE(65535, 8);
  const many = [gif.subarray(0, gif.length - 1)];
  const frame = gif.subarray(gif.indexOf(Buffer.from([0x21, 0xf9])), gif.length - 1);
  for (let at = 0; at < 600; at += 1) many.push(frame);
  const sides: [number, number][] = [
    [1, 16385],
    [16384, 16384],
    [50001, 1000],
    [2147483647, 2147483647],
  ];
  return [
    ...sides.map(([width, height]) => ['png', makePng(width, height, zeros)] as const),
    ['png', makePng(7000, 7000, zeros)] as const,
    ['png', makePng(10, 10, deflateSync(Buffer.alloc(110)), pngChunk('iCCP', profile))] as const,
    ['webp', makeWebpHeader(16383, 16383)] as const,
    ['webp', makeWebpHeader(16384, 3000)] as const,
    ['jpeg', patched(jpeg, [0xff, 0xc0], 5, [0xff, 0xff, 0xff, 0xff])] as const,
    ['jpeg', patched(jpeg, [0xff, 0xc0], 5, [0x1b, 0x58, 0x1b, 0x58])] as const,
    ['gif', huge] as const,
    ['gif', Buffer.concat([...many, Buffer.from([0x3b])])] as const,
  ].map(([kind, bytes], at) => ({ name: `bomb ${at}`, contentType: `image/${kind}`, bytes }));
}

function makeCuts(seeds: Seeds): HostileFile[] {
  return Object.entries(seeds).flatMap(([name, bytes]) =>
    Array.from({ length: 10 }, (_, tenth) => ({
      name: `cut ${name} at ${tenth} tenths`,
      contentType: typeOf(name),
      bytes: bytes.subarray(0, Math.floor((bytes.length * tenth) / 10)),
    })),
  );
}

const FOREIGN: Readonly<Record<string, string>> = {
  svg: `<svg xmlns="http://www.w3.org/2000/svg"><script>${CANARY}</script></svg>`,
  html: `<!doctype html><script>${CANARY}</script>`,
  pdf: `%PDF-1.7\n${CANARY}`,
  tiff: `II*\0\x08\0\0\0${CANARY}`,
  zip: `PK\x03\x04${CANARY}`,
  postscript: `%!PS-Adobe-3.0\n${CANARY}`,
  heic: `\0\0\0\x18ftypheic\0\0\0\0mif1heic${CANARY}`,
};

function makeWrongTypes(seeds: Seeds): HostileFile[] {
  const types = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
  const real = types.map((type) => [type, seeds[type] as Buffer] as const);
  const foreign = Object.entries(FOREIGN).map(
    ([name, text]) => [name, Buffer.from(text, 'latin1')] as const,
  );
  return types.flatMap((contentType) =>
    [...real.filter(([type]) => type !== contentType), ...foreign].map(([name, bytes]) => ({
      ...{ name: `${name} as ${contentType}`, contentType, bytes },
    })),
  );
}

function makePolyglots(seeds: Seeds): HostileFile[] {
  const tails = [...Object.values(FOREIGN), `\xff\xd8\xff\xe1${CANARY}`];
  return Object.entries(seeds).flatMap(([name, bytes]) =>
    tails.map((tail, at) => ({
      name: `polyglot ${name} ${at}`,
      contentType: typeOf(name),
      bytes: Buffer.concat([bytes, Buffer.from(tail, 'latin1')]),
    })),
  );
}

function mutate(seed: Buffer, random: (below: number) => number): Buffer {
  const bytes = Buffer.from(seed);
  const changes = 1 + random(8);
  for (let change = 0; change < changes; change += 1) {
    const at = random(bytes.length);
    const how = random(4);
    if (how === 0) bytes[at] = random(256);
    else if (how === 1) bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
    else if (how === 2 && at + 4 <= bytes.length) bytes.writeUInt32BE(random(4_294_967_296), at);
    else bytes.copyWithin(random(bytes.length), at, Math.min(bytes.length, at + random(64)));
  }
  return bytes;
}

function makeMutants(
  seeds: Seeds,
  random: (below: number) => number,
  count: number,
): HostileFile[] {
  const all = Object.entries(seeds);
  return Array.from({ length: count }, (_, at) => {
    const [name, seed] = all[at % all.length] as [string, Buffer];
    return {
      name: `mutant ${at} of ${name}`,
      contentType: typeOf(name),
      bytes: mutate(seed, random),
    };
  });
}

/** Bombs, cuts, wrong types, polyglots and mutants; the same ones for the same seed. */
export async function makeHostileFiles(seed: number, mutants: number): Promise<HostileFile[]> {
  const seeds = await makeSeeds();
  return [
    ...makeBombs(seeds),
    ...makeCuts(seeds),
    ...makeWrongTypes(seeds),
    ...makePolyglots(seeds),
    ...makeMutants(seeds, createRandom(seed), mutants),
  ];
}
