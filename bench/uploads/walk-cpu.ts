/**
 * `npm run bench -- walk`: the CPU that each kind of 4.5 MB upload costs before the first decode
 * (security.linear-work), the best of three. It ends with 1 if one takes more than 300 ms. Tests
 * count the same work (test/unit/core/codecs/linear-work.test.ts), for times say little on a busy
 * machine.
 */
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { ImageFileFault } from '../../core/codecs/image-file.ts';
import { rebuildImage } from '../../core/codecs/rebuild-image.ts';
import { rebuildSvg } from '../../core/codecs/svg/rebuild-svg.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { SVG_ATTACKS } from '../../test/support/hostile/svg/svg-attacks.ts';
import { gifOf } from '../../test/support/images/make-gif.ts';
import { makeIcc } from '../../test/support/images/make-icc.ts';
import { iccSegments, insertSegments, jpegSegment } from '../../test/support/images/make-jpeg.ts';
import { iccChunk, insertAfterHeader, pngChunk } from '../../test/support/images/make-png.ts';
import { extendedChunk, riffChunk, webpOf } from '../../test/support/images/make-webp.ts';
import { pixelPipeline } from '../../test/support/images/raw-pixels.ts';

const MAX_CPU_MS = 300;
const ROUNDS = 3;
const BYTES = LIMITS.maxUploadBytes;
const END = Buffer.from([0xff, 0xd9]);

/** As many of a part as fit into an upload beside so many other bytes. */
function filled(part: Uint8Array, others = 0): Buffer {
  return Buffer.concat(
    new Array<Uint8Array>(Math.floor((BYTES - others) / part.length)).fill(part),
  );
}

/** An image of noise, at the highest quality that fits. */
async function noisy(format: 'jpeg' | 'png' | 'webp'): Promise<Buffer> {
  const side = { jpeg: 2_200, png: 1_220, webp: 1_900 }[format];
  const raw = { width: side, height: side, channels: 3 } as const;
  const noise = Buffer.alloc(side * side * 3);
  let state = 7;
  for (let at = 0; at < noise.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    noise[at] = state >> 16;
  }
  return sharp(noise, { raw }).toFormat(format, { quality: 85 }).toBuffer();
}

/**
 * Scans that are all shortest codes: the most symbols that bytes can hold, each with a coefficient
 * of one bit.
 */
function denseJpeg(): Buffer {
  const table = (slot: number, value: number) =>
    jpegSegment(0xc4, Buffer.from([slot, 1, ...new Array<number>(15).fill(0), value]));
  const frame = Buffer.from([8, 0x1b, 0x58, 0x1b, 0x58, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]);
  const scan = jpegSegment(0xda, Buffer.from([3, 1, 0, 2, 0, 3, 0, 0, 63, 0]));
  const quantization = jpegSegment(0xdb, Buffer.from([0, ...new Array<number>(64).fill(1)]));
  const head = [
    Buffer.from([0xff, 0xd8]),
    quantization,
    jpegSegment(0xc0, frame),
    table(0, 0),
    table(0x10, 1),
  ];
  return Buffer.concat([...head, scan, Buffer.alloc(BYTES - 1_000), END]);
}

/** The report's 5.8 KB, with tables of a byte more: 254 unused ones before each of 99 scans. */
function tablesJpeg(): Buffer {
  const frame = Buffer.from([8, 0, 8, 0, 8, 1, 1, 0x11, 0]);
  const table = (slot: number) => Buffer.from([slot, 1, ...new Array<number>(15).fill(0), 0]);
  const tables = jpegSegment(
    0xc4,
    Buffer.concat(Array.from({ length: 254 }, (_, i) => table(i + 2))),
  );
  const scans = Array.from({ length: 99 }, (_, i) => {
    const [at, bit] = [1 + (i % 50), i < 50 ? 1 : 0x10];
    return [tables, jpegSegment(0xda, Buffer.from([1, 1, 0, at, at, bit])), Buffer.from([0])];
  });
  return Buffer.concat([Buffer.from([0xff, 0xd8]), jpegSegment(0xc2, frame), ...scans.flat(), END]);
}

function denseGif(codeSize: number): Buffer {
  const block = Buffer.concat([Buffer.from([255]), Buffer.alloc(255, 0x11)]);
  const head = [0x2c, 0, 0, 0, 0, 0xff, 0x3f, 0xff, 0x0b, 0, codeSize];
  return gifOf(16_383, 3_071, head, filled(block, 100), [0]);
}

async function makeUploads(): Promise<[string, Buffer][]> {
  const [jpeg, png] = [
    await pixelPipeline().jpeg().toBuffer(),
    await pixelPipeline().png().toBuffer(),
  ];
  const webp = (await pixelPipeline().webp().toBuffer()).subarray(12);
  const megabyte = deflateSync(Buffer.alloc(1_000_000));
  const badProfile = pngChunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), megabyte]));
  const frame = riffChunk('ANMF', Buffer.concat([Buffer.alloc(16), webp]));
  return [
    ['JPEG of noise', await noisy('jpeg')],
    ['JPEG of shortest codes', denseJpeg()],
    ['JPEG of 254 tables at 99 scans', tablesJpeg()],
    [
      'JPEG of tables',
      insertSegments(jpeg, filled(jpegSegment(0xc4, Buffer.alloc(17 * 3_800)), 5_000)),
    ],
    ['JPEG of stuffed bytes', insertSegments(jpeg, filled(Buffer.from([0xff, 0]), 5_000))],
    ['JPEG of fill bytes', insertSegments(jpeg, Buffer.alloc(BYTES - 5_000, 0xff))],
    ['JPEG with a profile of a megabyte', insertSegments(jpeg, ...iccSegments(makeIcc(1_048_576)))],
    ['PNG of noise', await noisy('png')],
    ['PNG of bad profiles', insertAfterHeader(png, filled(badProfile, 10_000))],
    [
      'PNG of text',
      insertAfterHeader(png, filled(pngChunk('tEXt', Buffer.alloc(33, 'a\0b')), 10_000)),
    ],
    ['PNG with a profile of a megabyte', insertAfterHeader(png, iccChunk(makeIcc(1_048_576)))],
    ['WebP of noise', await noisy('webp')],
    [
      'WebP of chunks',
      webpOf(extendedChunk(0, 48, 40), filled(riffChunk('ABCD', Buffer.alloc(38)), 5_000), webp),
    ],
    [
      'WebP of frames',
      webpOf(extendedChunk(2, 48, 40), riffChunk('ANIM', Buffer.alloc(6)), filled(frame, 100)),
    ],
    ['GIF of one-bit codes', denseGif(1)],
    ['GIF of eight-bit codes', denseGif(8)],
  ];
}

/** A hostile SVG is made when its turn comes, so that they aren't all in memory. */
function* makeSvgs(): Iterable<readonly [string, Buffer]> {
  for (const [name, make] of Object.entries(SVG_ATTACKS)) yield [`SVG, ${name}`, make(BYTES)];
}

function cpuOf(bytes: Buffer, read: (bytes: Buffer) => unknown): { ms: number; outcome: string } {
  const before = process.cpuUsage();
  let outcome = 'rebuilt';
  try {
    read(bytes);
  } catch (error) {
    if (!(error instanceof ImageFileFault)) throw error;
    outcome = error.reason;
  }
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1_000, outcome };
}

let slowest = 0;
function measure(name: string, bytes: Buffer, read: (bytes: Buffer) => unknown): void {
  const rounds = Array.from({ length: ROUNDS }, () => cpuOf(bytes, read));
  const ms = Math.min(...rounds.map((round) => round.ms));
  slowest = Math.max(slowest, ms);
  const size = `${(bytes.length / 1e6).toFixed(2)} MB`;
  console.log(`${ms.toFixed(0).padStart(5)} ms  ${size}  ${name}: ${rounds[0]?.outcome}`);
}

for (const [name, bytes] of await makeUploads()) measure(name, bytes, rebuildImage);
for (const [name, bytes] of makeSvgs()) measure(name, bytes, rebuildSvg);
console.log(`the slowest: ${slowest.toFixed(0)} ms of ${MAX_CPU_MS}`);
process.exitCode = slowest > MAX_CPU_MS ? 1 : 0;
