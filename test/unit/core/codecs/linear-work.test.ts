import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildAvif } from '../../../../core/codecs/avif/build-avif.ts';
import { readAvif } from '../../../../core/codecs/avif/read-avif-header.ts';
import { readBmpHeader, readBmpPixels } from '../../../../core/codecs/bmp/read-bmp.ts';
import { readHeicHeader } from '../../../../core/codecs/heic/read-heic-header.ts';
import { ImageFileFault } from '../../../../core/codecs/image-file.ts';
import { MAX_PARTS } from '../../../../core/codecs/read-bytes.ts';
import { readHeader } from '../../../../core/codecs/read-header.ts';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import {
  gridData,
  makeAvif,
  readCodedImages,
  sizeProperty,
} from '../../../support/images/avif/make-avif.ts';
import { type BmpForm, makeBmp, withRuns } from '../../../support/images/bmp/make-bmp.ts';
import {
  createWorkCounter,
  unwatched,
  type WorkCounter,
  watchedConstructor,
} from '../../../support/images/count-work.ts';
import { PLAIN_HEIC } from '../../../support/images/heic/heic-samples.ts';
import { gridOf } from '../../../support/images/heic/make-grid.ts';
import {
  gifApplication,
  gifComment,
  gifControl,
  gifFrame,
  gifOf,
} from '../../../support/images/make-gif.ts';
import { curveTag, type IccTag, iccOf, SCREEN_TAGS } from '../../../support/images/make-icc.ts';
import { iccSegments, insertSegments, jpegSegment } from '../../../support/images/make-jpeg.ts';
import { insertAfterHeader, pngChunk } from '../../../support/images/make-png.ts';
import {
  chunksOf,
  extendedChunk,
  frameChunk,
  riffChunk,
  webpOf,
} from '../../../support/images/make-webp.ts';
import { HEIGHT, pixelPipeline, WIDTH } from '../../../support/images/raw-pixels.ts';
import { sampleImages } from '../../../support/images/sample-images.ts';

const counting = vi.hoisted(() => ({ counter: undefined as WorkCounter | undefined }));

vi.mock('node:zlib', async (importReal) => {
  const real = await importReal<typeof import('node:zlib')>();
  const { unwatched: open } = await import('../../../support/images/count-work.ts');
  const counted = (bytes: Uint8Array): Uint8Array => {
    const given = open(bytes);
    counting.counter?.add(given.length);
    return given;
  };
  return {
    ...real,
    crc32: (bytes: Uint8Array) => real.crc32(counted(bytes)),
    deflateSync: (bytes: Uint8Array) => real.deflateSync(counted(bytes)),
    inflateSync: (bytes: Uint8Array, options: object) => {
      const given = counted(bytes);
      const limit = (options as { maxOutputLength: number }).maxOutputLength;
      try {
        return counted(real.inflateSync(given, options));
      } catch (error) {
        counting.counter?.add(limit); // so much may have come out before it failed
        throw error;
      }
    },
  };
});

/** The maximum cost of a byte; the maximum of any family here is below half of it. */
const UNITS_PER_BYTE = 60;
/** The maximum cost of any file, however small: tables of its own, of fixed sizes. */
const UNITS_PER_FILE = 20_000;
/** A colour profile of a PNG may be inflated once, to a megabyte, parsed and written again. */
const UNITS_PER_PROFILE = 4 * 1_048_576;
/** Of a part without content; 25 MB have at least two million of them. */
const UNITS_PER_PART = 40;
/** A BMP's pixels are read too: a byte may have eight, each of ten units. */
const UNITS_PER_BMP_BYTE = 100;
/** Two bytes of a run paint at most 255 pixels. */
const UNITS_PER_RUN_BYTE = 128 * 10;
const SEED = 20_261_122;

const [jpeg, progressive, png, webp] = await Promise.all([
  pixelPipeline().jpeg().toBuffer(),
  pixelPipeline().jpeg({ progressive: true }).toBuffer(),
  pixelPipeline().png().toBuffer(),
  pixelPipeline().webp().toBuffer(),
]);
const still = await pixelPipeline(3, 60, 40).avif({ effort: 0 }).toBuffer();
const samples = await sampleImages();
const REAL = { Uint8Array, Uint16Array, Uint32Array, Int8Array, Int32Array };

function workOf(bytes: Uint8Array, walk: (bytes: Uint8Array) => unknown = rebuildImage): number {
  const counter = createWorkCounter();
  counting.counter = counter;
  for (const [name, real] of Object.entries(REAL)) {
    vi.stubGlobal(name, watchedConstructor(real as Uint8ArrayConstructor, counter));
  }
  try {
    walk(counter.watch(new REAL.Uint8Array(bytes)));
  } catch (error) {
    if (!(error instanceof ImageFileFault)) throw error;
  } finally {
    vi.unstubAllGlobals();
    counting.counter = undefined;
  }
  return counter.work();
}

function times(count: number, make: (at: number) => Uint8Array | Uint8Array[]): Buffer {
  return Buffer.concat(Array.from({ length: count }, (_, at) => make(at)).flat());
}

const text = (length: number) => Buffer.alloc(length, 'abc');
const anyCount = fc.integer({ min: 1, max: 400 });
const bad = deflateSync(Buffer.alloc(1_000_000));
const badChunk = pngChunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), bad]));
const progressiveScan = (at: number) =>
  Buffer.concat([jpegSegment(0xda, Buffer.from([1, 1, 0, at + 1, at + 1, 0])), Buffer.from([0])]);
const table = (slot: number) =>
  Buffer.from([slot, 0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, ...text(12)]);
/** Every table that can be numbered, as often as fits before each scan. */
const tables = (slots: number) =>
  jpegSegment(
    0xc4,
    times(slots, (at) => table(at)),
  );
const jpegStart = progressive.subarray(0, progressive.indexOf(Buffer.from([0xff, 0xda])));
const end = Buffer.from([0xff, 0xd9]);
const gifFrameOf = (codeSize: number, codes: Uint8Array, size = 1) =>
  Buffer.concat([
    Buffer.from([0x2c, 0, 0, 0, 0, 200, 0, 200, 0, 0, codeSize]),
    times(Math.ceil(codes.length / size), (at) => {
      const part = codes.subarray(at * size, (at + 1) * size);
      return [Buffer.from([part.length]), part];
    }),
    Buffer.from([0]),
  ]);

/** A profile of so many tags that all have the same data. */
function overlapping(count: number): Buffer {
  const profile = iccOf('RGB ', [
    ...SCREEN_TAGS,
    ...Array.from({ length: count }, (_, i): IccTag => [`t${String(i).padStart(3, '0')}`, text(0)]),
    ['last', curveTag(...Array.from({ length: 20_000 }, (_, i) => i))],
  ]);
  const tags = profile.readUInt32BE(128);
  const last = profile.readUInt32BE(132 + 12 * (tags - 1) + 4);
  for (let tag = 0; tag < tags; tag += 1) {
    const at = 132 + 12 * tag;
    if (!profile.toString('latin1', at, at + 4).endsWith('TRC')) continue;
    profile.writeUInt32BE(last, at + 4);
    profile.writeUInt32BE(profile.length - last, at + 8);
  }
  return profile;
}

const box = (type: string, ...content: Uint8Array[]) => {
  const data = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + data.length);
  head.write(type, 4);
  return Buffer.concat([head, data]);
};

/** An AVIF of so many items of one id, and so many extents of it, each of the whole file. */
function avifOf(items: number, extents: number): Buffer {
  const ftyp = still.subarray(0, still.readUInt32BE(0));
  const entry = (at: number) => {
    const data = Buffer.alloc(12);
    data.writeUInt8(2, 0);
    data.writeUInt16BE(at % 2, 4);
    data.write('av01', 8);
    return box('infe', data);
  };
  const count = Buffer.alloc(6);
  count.writeUInt16BE(items, 4);
  const places = Buffer.alloc(16);
  places.set([0, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0], 0);
  places.writeUInt16BE(extents, 12);
  const extent = Buffer.from([0, 0, 0, 0, 0, 0, 0, 200]);
  const iloc = box(
    'iloc',
    places.subarray(0, 14),
    times(extents, () => extent),
  );
  const iinf = box('iinf', count, times(items, entry));
  return Buffer.concat([ftyp, box('meta', Buffer.alloc(4), iloc, iinf), text(400)]);
}

/** A JPEG of large sides with a restart after each block, and stray bytes before it. */
function strayedJpeg(restarts: number, strayBytes: number): Buffer {
  const head = Buffer.from(jpeg.subarray(0, jpeg.indexOf('\xff\xda', 'latin1') + 14));
  head.fill(0xff, head.indexOf('\xff\xc0', 'latin1') + 5, head.indexOf('\xff\xc0', 'latin1') + 9);
  const strayed = Buffer.concat([Buffer.alloc(8), text(strayBytes), Buffer.from([0xff, 0xd0])]);
  const data = times(restarts, () => strayed);
  return Buffer.concat([insertSegments(head, jpegSegment(0xdd, '\0\x01')), data, end]);
}

function strayedGif(frames: number, strayBytes: number): Buffer {
  return gifOf(
    10,
    8,
    times(frames, () => [text(strayBytes), gifFrame(0, 0, 10, 8)]),
  );
}

/** A HEIC of one item with other data, which are at its end. */
function swapData(heic: Buffer, data: Buffer): Buffer {
  const result = Buffer.concat([heic.subarray(0, heic.indexOf('mdat') - 4), data]);
  result.writeUInt32BE(data.length - 8, result.indexOf('iloc') + 22);
  return result;
}

type Family = [string, (count: number) => Buffer, unitsPerFile?: number];
const FAMILIES: readonly Family[] = [
  [
    'PNG, bad profiles',
    (n) =>
      insertAfterHeader(
        png,
        times(n, () => badChunk),
      ),
    UNITS_PER_PROFILE,
  ],
  [
    'PNG, empty chunks',
    (n) =>
      insertAfterHeader(
        png,
        times(n * 5, () => pngChunk('gAMA', '')),
      ),
  ],
  [
    'PNG, palettes and transparency',
    (n) =>
      insertAfterHeader(
        png,
        times(n, () => [pngChunk('PLTE', text(300)), pngChunk('tRNS', text(6))]),
      ),
  ],
  [
    'PNG, EXIF',
    (n) =>
      insertAfterHeader(
        png,
        times(n, () => pngChunk('eXIf', exifOf(40))),
      ),
  ],
  [
    'PNG, empty data',
    (n) =>
      insertAfterHeader(
        png,
        times(n * 5, () => pngChunk('IDAT', '')),
      ),
  ],
  [
    'JPEG, unused tables before each scan',
    (n) =>
      Buffer.concat([
        jpegStart,
        times(Math.min(n, 60), (at) => [tables(254), progressiveScan(at)]),
        end,
      ]),
  ],
  [
    'JPEG, unused tables once, and scans',
    (n) => Buffer.concat([jpegStart, tables(254), times(Math.min(n, 60), progressiveScan), end]),
  ],
  [
    'JPEG, used tables before each scan',
    (n) =>
      Buffer.concat([
        jpegStart,
        times(Math.min(n, 60), (at) => [tables(32), progressiveScan(at)]),
        end,
      ]),
  ],
  [
    'JPEG, tables of a sequential one',
    (n) =>
      insertSegments(
        jpeg,
        times(n, () => tables(200)),
      ),
  ],
  ['JPEG, stray bytes before each restart', (n) => strayedJpeg(n, 60)],
  ['JPEG, a stray byte before each restart', (n) => strayedJpeg(n, 1)],
  ['GIF, stray bytes between blocks', (n) => strayedGif(n, 60)],
  ['GIF, a stray byte between blocks', (n) => strayedGif(n, 1)],
  [
    'GIF, cut in the blocks of its last frame',
    (n) => gifOf(200, 200, gifFrameOf(8, Buffer.alloc(n * 20, 0x55), 255)).subarray(0, -2),
  ],
  ['PNG, cut behind its data', (n) => Buffer.concat([png.subarray(0, -12), text(n * 50)])],
  [
    'JPEG, its scan again',
    (n) =>
      Buffer.concat([
        jpeg.subarray(0, -2),
        times(n, () => jpeg.subarray(jpeg.indexOf('\xff\xda', 'latin1'), -2)),
        end,
      ]),
  ],
  [
    'JPEG, marks without a meaning',
    (n) =>
      insertSegments(
        jpeg,
        times(n * 20, () => Buffer.from([0xff, 0, 0xff, 0xd0])),
      ),
  ],
  ['JPEG, fill bytes', (n) => insertSegments(jpeg, Buffer.alloc(n * 50, 0xff))],
  [
    'JPEG, EXIF',
    (n) =>
      insertSegments(
        jpeg,
        times(n, () => jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exifOf(40)]))),
      ),
  ],
  [
    'JPEG, parts of a profile',
    (n) => insertSegments(jpeg, ...iccSegments(overlapping(Math.min(n, 80)), 200 + n)),
  ],
  [
    'JPEG, empty segments',
    (n) =>
      insertSegments(
        jpeg,
        times(n * 10, () => jpegSegment(0xe5, '')),
      ),
  ],
  [
    'WebP, profiles',
    (n) =>
      webpOf(
        extendedChunk(0x20, WIDTH, HEIGHT),
        times(Math.min(n, 3), () => riffChunk('ICCP', overlapping(80))),
        ...chunksOf(webp).map(({ bytes }) => bytes),
      ),
  ],
  [
    'WebP, EXIF',
    (n) =>
      webpOf(
        extendedChunk(0x08, WIDTH, HEIGHT),
        times(n, () => riffChunk('EXIF', exifOf(40))),
        ...chunksOf(webp).map(({ bytes }) => bytes),
      ),
  ],
  [
    'WebP, frames of many parts',
    (n) =>
      webpOf(
        extendedChunk(0x02, WIDTH, HEIGHT),
        Buffer.from('ANIM\x06\0\0\0\0\0\0\0\0\0', 'latin1'),
        times(n, () =>
          frameChunk(
            { x: 0, y: 0, width: WIDTH, height: HEIGHT },
            times(9, () => riffChunk('ABCD', '')),
            ...chunksOf(webp).map(({ bytes }) => bytes),
          ),
        ),
      ),
  ],
  [
    'GIF, frames of wide codes',
    (n) => gifOf(200, 200, ...Array.from({ length: n }, () => gifFrameOf(11, text(6)))),
  ],
  ['GIF, blocks of one byte', (n) => gifOf(200, 200, gifFrameOf(8, Buffer.alloc(n * 20, 0x55)))],
  [
    'GIF, codes without pixels',
    (n) => gifOf(200, 200, gifFrameOf(1, Buffer.alloc(n * 20, 0xaa), 255)),
  ],
  [
    'GIF, extensions',
    (n) =>
      gifOf(
        10,
        8,
        times(n, () => [
          gifComment('a'),
          Buffer.from(gifControl(4)),
          gifApplication('NETSCAPE2.0', [1, 0, 0]),
        ]),
        gifFrameOf(2, text(9)),
      ),
  ],
  ['AVIF, items of one place', (n) => avifOf(n, 1)],
  ['AVIF, items of many places', (n) => avifOf(n, n)],
];

/** A BMP whose header has other numbers in places, with stray bytes before its rows. */
function wrongBmp(
  form: BmpForm,
  numbers: Readonly<Record<number, number>>,
  strayBytes = 0,
): Buffer {
  const whole = makeBmp(form);
  const start = whole.readUInt32LE(10);
  const bmp = Buffer.concat([whole.subarray(0, start), text(strayBytes), whole.subarray(start)]);
  bmp.writeUInt32LE(start + strayBytes, 10);
  for (const [at, number] of Object.entries(numbers)) bmp.writeUInt32LE(number, Number(at));
  return bmp;
}

/** Where a BMP's header has its numbers. */
const BMP = { start: 10, width: 18, height: 22, compression: 30, colours: 46, mask: 54 } as const;
const sized = (n: number) => ({ size: { width: n * 8, height: 9 } });
const runsOf = (n: number, run: readonly number[]) => [
  ...Array.from({ length: n }, () => run).flat(),
  0,
  1,
];
const RUN_FAMILIES: readonly Family[] = [
  ['runs', (n) => withRuns({ bits: 8, ...sized(n) }, 1, runsOf(n, [n % 256 || 1, 1]))],
  ['runs of nibbles', (n) => withRuns({ bits: 4, ...sized(n) }, 2, runsOf(n, [255, 0x12]))],
  [
    'pixels one by one',
    (n) => withRuns({ bits: 8, ...sized(n) }, 1, runsOf(n, [0, 4, 1, 2, 3, 0])),
  ],
  ['runs that only move', (n) => withRuns({ bits: 8, ...sized(n) }, 1, runsOf(n, [0, 2, 0, 0]))],
];
const BMP_FAMILIES: readonly Family[] = [
  ['one bit', (n) => makeBmp({ bits: 1, ...sized(n) })],
  ['one bit, of one column', (n) => makeBmp({ bits: 1, size: { width: 1, height: n * 9 } })],
  ['four bits', (n) => makeBmp({ bits: 4, ...sized(n) })],
  ['eight bits in rows from the top', (n) => makeBmp({ bits: 8, isTopDown: true, ...sized(n) })],
  ['24 bits', (n) => makeBmp({ bits: 24, ...sized(n) })],
  [
    'an alpha that is zero',
    (n) => makeBmp({ bits: 32, compression: 3, headerBytes: 56, ...sized(n) }),
  ],
  [
    'masks of other colours',
    (n) => wrongBmp({ bits: 32, compression: 3, ...sized(n) }, { [BMP.mask]: n }),
  ],
  ['runs of pixels', (n) => wrongBmp({ bits: 8, ...sized(n) }, { [BMP.compression]: 1 })],
  [
    'a palette of all colours',
    (n) => wrongBmp({ bits: 8, ...sized(n) }, { [BMP.colours]: 2 ** 32 - 1 }),
  ],
  ['a palette of one colour', (n) => wrongBmp({ bits: 8, ...sized(n) }, { [BMP.colours]: 1 })],
  ['stray bytes before the rows', (n) => wrongBmp({ bits: 8 }, {}, n * 90)],
  ['16 bits', (n) => makeBmp({ bits: 16, ...sized(n) })],
  ['rows beyond the file', (n) => wrongBmp({ bits: 8, ...sized(n) }, { [BMP.start]: 2 ** 31 })],
  ['many more rows than bytes', (n) => wrongBmp({ bits: 1, ...sized(n) }, { [BMP.height]: 6_000 })],
  ['the least height', (n) => wrongBmp({ bits: 1, ...sized(n) }, { [BMP.height]: 2 ** 31 })],
  [
    'many more columns than bytes',
    (n) => wrongBmp({ bits: 1, ...sized(n) }, { [BMP.width]: 2 ** 31 - 1 }),
  ],
];

/** A TIFF block whose directory says to have far more entries than there are bytes. */
function exifOf(entries: number): Buffer {
  const block = Buffer.alloc(10 + 12 * entries, 1);
  block.write('MM\0\x2a\0\0\0\x08\xff\xff', 'latin1');
  return block;
}

function checkWork(bytes: Uint8Array, unitsPerFile = UNITS_PER_FILE): number {
  const most = unitsPerFile + UNITS_PER_BYTE * bytes.length;
  const units = workOf(bytes);
  expect([units, workOf(bytes, readHeader)].filter((candidate) => candidate > most)).toEqual([]);
  return units;
}

describe('the work of a walk is linear in the bytes (security.linear-work)', () => {
  beforeEach(() => void vi.unstubAllGlobals());
  afterEach(() => void vi.unstubAllGlobals());

  it.each(FAMILIES)('of %s, however many', (_, make, unitsPerFile) => {
    const walk = (count: number) => void checkWork(make(count), unitsPerFile);
    fc.assert(fc.property(anyCount, walk), { seed: SEED, numRuns: 3, examples: [[400]] });
  });

  it.each(BMP_FAMILIES)('of a BMP with %s, however many', (_, make) => {
    const readPixels = (bytes: Uint8Array) => readBmpPixels(readBmpHeader(bytes));
    const walk = (count: number) => {
      const bytes = make(count);
      const most = UNITS_PER_FILE + UNITS_PER_BMP_BYTE * bytes.length;
      expect(workOf(bytes, readHeader)).toBeLessThan(UNITS_PER_FILE);
      expect(workOf(bytes, readPixels)).toBeLessThan(most);
    };
    fc.assert(fc.property(anyCount, walk), { seed: SEED, numRuns: 3, examples: [[400]] });
  });

  it.each(RUN_FAMILIES)('of a BMP with %s, however many', (_, make) => {
    const walk = (count: number) => {
      const bytes = make(count);
      const work = workOf(bytes, (bmp) => readBmpPixels(readBmpHeader(bmp)));
      expect(work).toBeLessThan(UNITS_PER_FILE + UNITS_PER_RUN_BYTE * bytes.length);
    };
    fc.assert(fc.property(anyCount, walk), { seed: SEED, numRuns: 3, examples: [[400]] });
  });

  it('of every form of every format, whole and mutated', () => {
    const anyEdit = fc.tuple(fc.nat(0xffff), fc.nat(255));
    const anyMutant = fc.tuple(fc.constantFrom(...samples), fc.array(anyEdit, { maxLength: 4 }));
    for (const { bytes } of samples) expect(checkWork(bytes, profileOf(bytes))).toBeGreaterThan(0);
    fc.assert(
      fc.property(anyMutant, ([{ bytes }, edits]) => {
        const mutant = Buffer.from(bytes);
        for (const [at, value] of edits) mutant[at % mutant.length] = value;
        checkWork(mutant, profileOf(bytes));
      }),
      { seed: SEED, numRuns: 150 },
    );
  });

  it.each([
    ['JPEG of empty segments', Buffer.from([0xff, 0xd8]), jpegSegment(0xe5, '')],
    ['PNG of empty chunks', png.subarray(0, 33), pngChunk('aaAa', '')],
    [
      'WebP of empty chunks',
      Buffer.from(`RIFF\x38\x78\x7d\x01WEBPVP8X\x0a${'\0'.repeat(13)}`, 'latin1'),
      riffChunk('aaaa', ''),
    ],
    ['GIF of empty comments', gifOf(1, 1).subarray(0, 25), Buffer.from([0x21, 0xfe, 0])],
    ['GIF of tiny frames', gifOf(1, 1).subarray(0, 25), gifFrame(0, 0, 1, 1)],
  ])('of 25 MB of a %s, it ends at the maximum of parts', (_, head, part) => {
    const bytes = Buffer.alloc(25_000_000);
    head.copy(bytes);
    bytes.fill(part, head.length);
    for (const act of [readHeader, rebuildImage]) {
      expect(() => act(bytes)).toThrow(new ImageFileFault('The file has too many parts.'));
      const units = workOf(bytes, act);
      expect(units).toBeLessThan(MAX_PARTS * UNITS_PER_PART);
    }
  });

  const profileOf = (bytes: Uint8Array) =>
    Buffer.from(bytes).includes('iCCP') ? UNITS_PER_PROFILE : UNITS_PER_FILE;

  it('and nothing is left uncounted: reads, copies, searches, tables and inflation', () => {
    const counts = [
      workOf(text(1_000), (bytes) => bytes.indexOf(0)),
      workOf(text(1_000), (bytes) => new Uint8Array(500).set(bytes.subarray(0, 500))),
      workOf(text(1_000), (bytes) => bytes[5]),
      workOf(text(1_000), () => new Uint16Array(65_536)),
      workOf(text(1_000), (bytes) => [...bytes]),
    ];
    expect(counts).toEqual([1_000, 1_000, 1, 65_536, 1_000]);
    expect(unwatched(text(1))).toEqual(text(1));
    expect(workOf(insertAfterHeader(png, badChunk))).toBeGreaterThan(1_000_000);
  });

  it('of an AVIF and of its new container, however many tiles it has', async () => {
    const [coded] = readCodedImages(Buffer.from(still));
    if (!coded) throw new Error('the sample has no image');
    const tile = (id: number) => {
      const properties = [sizeProperty(coded.width, coded.height), coded.config];
      return { id, type: 'av01', data: coded.data, properties };
    };
    const walk = (count: number) => {
      const columns = Math.min(count, 100);
      const [width, height] = [columns * coded.width, coded.height];
      const data = gridData(1, columns, width, height);
      const grid = { id: 1, type: 'grid', data, properties: [sizeProperty(width, height)] };
      const ids = Array.from({ length: columns }, (_, at) => at + 2);
      for (const order of [ids, ids.map(() => 2)]) {
        const items = [grid, ...ids.map(tile)];
        const bytes = makeAvif({ items, references: [['dimg', 1, order]], isWide: true });
        const work = workOf(bytes, (avif) => buildAvif(readAvif(avif).parts));
        expect(work).toBeLessThan(UNITS_PER_FILE + UNITS_PER_BYTE * bytes.length);
      }
    };
    fc.assert(fc.property(anyCount, walk), { seed: SEED, numRuns: 3, endOnFailure: true });
  });

  it('of a HEIC, however many tiles, units and parameters it has', () => {
    const walk = (count: number) => {
      const tiles = { rows: 1, columns: Math.min(count, 255), width: 9_000, height: 9_000 };
      const data = box(
        'mdat',
        times(count * 5, () => Buffer.from([0, 0, 0, 3, 0x4e, 1, 0])),
      );
      for (const sets of [1, 2_000]) {
        for (const bytes of [gridOf(PLAIN_HEIC, tiles, sets), swapData(PLAIN_HEIC, data)]) {
          const work = workOf(bytes, readHeicHeader);
          expect(work).toBeLessThan(UNITS_PER_FILE + UNITS_PER_BYTE * bytes.length);
        }
      }
    };
    fc.assert(fc.property(anyCount, walk), { seed: SEED, numRuns: 3, endOnFailure: true });
  });
});
