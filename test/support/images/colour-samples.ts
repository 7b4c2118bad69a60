import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { rebuildIccProfile } from '../../../core/codecs/icc/rebuild-icc-profile.ts';
import { insertProfile } from '../../../core/codecs/insert-profile.ts';
import { curveTag, type IccTag, iccOf, SCREEN_TAGS, screenTableTag, xyzTag } from './make-icc.ts';
import { iccSegments, insertSegments } from './make-jpeg.ts';
import { iccChunk, pngChunk } from './make-png.ts';

/** A file whose colours are stated in some way. */
export interface ColourSample {
  readonly name: string;
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly bytes: Buffer;
}

export const SAMPLE_SIDE = 16;
/** The colours of the quarters; grey files have the second channel. */
const QUARTERS = [
  [200, 60, 40],
  [40, 180, 90],
  [30, 60, 200],
  [128, 128, 128],
] as const;

const colourAt = (x: number, y: number) =>
  QUARTERS[(y < SAMPLE_SIDE / 2 ? 0 : 2) + (x < SAMPLE_SIDE / 2 ? 0 : 1)] ?? QUARTERS[0];

/** The middle of each quarter of four-channel pixels, as `r,g,b r,g,b r,g,b r,g,b`. */
export function readQuarters(data: ArrayLike<number>): string {
  const near = SAMPLE_SIDE / 4;
  const places = [near, 3 * near].flatMap((y) => [near, 3 * near].map((x) => [x, y] as const));
  return places
    .map(([x, y]) => [0, 1, 2].map((at) => data[(y * SAMPLE_SIDE + x) * 4 + at]).join(','))
    .join(' ');
}

interface PngKind {
  readonly colourType: 0 | 2 | 4 | 6;
  readonly depth: 8 | 16;
}

const RGB: PngKind = { colourType: 2, depth: 8 };

/** A PNG of the quarters with these chunks behind its header. */
export function quartersPng(chunks: readonly Buffer[], { colourType, depth }: PngKind = RGB) {
  const rows: number[] = [];
  for (let y = 0; y < SAMPLE_SIDE; y += 1) {
    rows.push(0);
    for (let x = 0; x < SAMPLE_SIDE; x += 1) {
      const [r, g, b] = colourAt(x, y);
      const colours = colourType % 4 === 0 ? [g] : [r, g, b];
      for (const value of colourType >= 4 ? [...colours, 255] : colours) {
        rows.push(value);
        if (depth === 16) rows.push(value);
      }
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SAMPLE_SIDE, 0);
  head.writeUInt32BE(SAMPLE_SIDE, 4);
  head[8] = depth;
  head[9] = colourType;
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    pngChunk('IHDR', head),
    ...chunks,
    pngChunk('IDAT', deflateSync(Buffer.from(rows))),
    pngChunk('IEND', ''),
  ]);
}

function numbers(...values: readonly number[]): Buffer {
  const data = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) data.writeUInt32BE(value, 4 * at);
  return data;
}

const gamma = (value: number) => pngChunk('gAMA', numbers(value));
const chromaticities = (...xy: readonly number[]) =>
  pngChunk('cHRM', numbers(...xy.map((value) => Math.round(value * 100_000))));
/** A `cICP` chunk: primaries, transfer, matrix, range. */
export const codes = (...values: readonly number[]) => pngChunk('cICP', Buffer.from(values));
const SRGB = pngChunk('sRGB', '\0');
const ADOBE = [0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06];
const PROPHOTO = [0.3457, 0.3585, 0.7347, 0.2653, 0.1596, 0.8404, 0.0366, 0.0001];
const P3 = [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06];
const BT2020 = [0.3127, 0.329, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046];

function rebuilt(profile: Buffer, space: 'RGB ' | 'GRAY'): Uint8Array {
  const result = rebuildIccProfile(profile, space);
  if (!result) throw new Error('no profile');
  return result;
}

function withBytes(profile: Uint8Array, at: number, ...bytes: readonly number[]): Buffer {
  const copy = Buffer.from(profile);
  copy.set(bytes, at);
  return copy;
}

function spoilCrc(chunk: Buffer): Buffer {
  return Buffer.concat([chunk.subarray(0, -1), Buffer.of((chunk.at(-1) ?? 0) ^ 1)]);
}

/** A screen with primaries of Display P3 and a gamma of 1.8. */
export const SCREEN = rebuilt(iccOf('RGB ', SCREEN_TAGS), 'RGB ');
/** The same primaries and light itself. */
const OTHER = iccOf('RGB ', [
  ...SCREEN_TAGS.slice(0, 4),
  ...['rTRC', 'gTRC', 'bTRC'].map((name): IccTag => [name, curveTag(256)]),
]);
/** Grey of light itself. */
export const LINEAR_GREY = rebuilt(
  iccOf('GRAY', [
    ['wtpt', xyzTag(0.9642, 1, 0.8249)],
    ['kTRC', curveTag(256)],
  ]),
  'GRAY',
);

const TABLE = screenTableTag();

function profileOfTable(name: 'A2B0' | 'A2B1' | 'A2B2', more: readonly IccTag[] = []): Uint8Array {
  const profile = iccOf('RGB ', [['wtpt', xyzTag(0.9642, 1, 0.8249)], ...more, [name, TABLE]]);
  profile.write('Lab ', 20);
  return rebuilt(profile, 'RGB ');
}

/** The names of samples in three colours that have tables. */
const TABLES: Readonly<Record<string, Uint8Array>> = {
  'a table': profileOfTable('A2B0'),
  'a table of the second intent': profileOfTable('A2B1'),
  'a table before primaries': profileOfTable('A2B1', SCREEN_TAGS.slice(1)),
  'primaries before a table of the third intent': profileOfTable('A2B2', SCREEN_TAGS.slice(1)),
};

/** Whether a sample's colours are in a table, which decoders read in different ways. */
const hasScreenTable = (name: string) => / a table/.test(name);

/** The chunks that state colours, alone and beside each other, by the name of the sample. */
const CHUNKS: Readonly<Record<string, readonly Buffer[]>> = {
  nothing: [],
  'gamma 1.0': [gamma(100_000)],
  'gamma 1.8': [gamma(55_556)],
  'gamma 2.2': [gamma(45_455)],
  'gamma nearly 2.2': [gamma(47_000)],
  'gamma far from 2.2': [gamma(48_000)],
  'gamma of zero': [gamma(0)],
  'gamma of one': [gamma(1)],
  'gamma of a hundredth': [gamma(1_000)],
  'gamma of ten': [gamma(1_000_000)],
  'gamma of a hundred': [gamma(10_000_000)],
  'primaries without gamma': [chromaticities(...P3)],
  'Adobe RGB': [gamma(45_455), chromaticities(...ADOBE)],
  ProPhoto: [gamma(55_556), chromaticities(...PROPHOTO)],
  'BT.2020 by numbers': [gamma(41_667), chromaticities(...BT2020)],
  'primaries in one point': [gamma(100_000), chromaticities(0.3127, 0.329, ...Array(6).fill(0.3))],
  'primaries of zero': [gamma(100_000), chromaticities(...Array(8).fill(0))],
  'exchanged primaries': [
    gamma(45_455),
    chromaticities(0.3127, 0.329, 0.15, 0.06, 0.3, 0.6, 0.64, 0.33),
  ],
  'a white of equal energy': [
    gamma(45_455),
    chromaticities(1 / 3, 1 / 3, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06),
  ],
  'sRGB before gamma': [SRGB, gamma(100_000), chromaticities(...P3)],
  'Display P3 by codes': [codes(12, 13, 0, 1)],
  'Display P3 by codes, before sRGB': [codes(12, 13, 0, 1), SRGB],
  'BT.2020 by codes': [codes(9, 14, 0, 1)],
  'sRGB by codes, before gamma': [codes(1, 13, 0, 1), gamma(100_000)],
  'unknown codes': [codes(2, 2, 0, 1), gamma(100_000)],
  'codes of a narrow range': [codes(12, 13, 0, 0), gamma(100_000)],
  ...Object.fromEntries(
    [4, 5, 6, 8, 9, 10, 11, 22].map((code) => [`primaries ${code}`, [codes(code, 13, 0, 1)]]),
  ),
  ...Object.fromEntries(
    [1, 4, 5, 6, 7, 8, 9, 11, 12, 15, 17].map((code) => [
      `transfer ${code}`,
      [codes(1, code, 0, 1)],
    ]),
  ),
};

/** Beside a profile, which fits three colours alone. */
const PROFILED: Readonly<Record<string, readonly Buffer[]>> = {
  'a profile': [iccChunk(SCREEN)],
  'a profile before sRGB': [iccChunk(SCREEN), SRGB],
  'a profile before gamma': [iccChunk(SCREEN), gamma(100_000)],
  'a profile behind sRGB by codes': [iccChunk(SCREEN), codes(1, 13, 0, 1)],
  'a profile behind Display P3 by codes': [iccChunk(SCREEN), codes(12, 13, 0, 1)],
  'a profile before unknown codes': [iccChunk(SCREEN), codes(2, 2, 0, 1)],
  ...Object.fromEntries(
    Object.entries(TABLES).map(([name, profile]) => [name, [iccChunk(profile)]]),
  ),
};

/** A chunk with the place of a palette before it; three colours may have one, too. */
const PALETTE = pngChunk('PLTE', '\0\0\0\x80\x80\x80');

/** Chunks that a strict reader ignores, or counts, unlike browsers. */
const ODD: Readonly<Record<string, readonly Buffer[]>> = {
  'sRGB of no intent before gamma': [pngChunk('sRGB', '\x04'), gamma(100_000)],
  'gamma behind the palette': [PALETTE, gamma(100_000)],
  'a profile behind the palette': [PALETTE, iccChunk(SCREEN)],
  'codes behind the palette': [PALETTE, codes(12, 13, 0, 1)],
  'a profile with a wrong CRC': [spoilCrc(iccChunk(SCREEN))],
  'a profile with a long name': [iccChunk(SCREEN, 'n'.repeat(80))],
  'a profile of version 3': [iccChunk(withBytes(SCREEN, 8, 3))],
  'a profile of version 5': [iccChunk(withBytes(SCREEN, 8, 5))],
};

const GREY_CHUNKS = ['nothing', 'gamma 1.0', 'gamma 2.2', 'Adobe RGB', 'Display P3 by codes'];

const KINDS: Readonly<Record<string, PngKind>> = {
  'in colour': RGB,
  'in colour of 16 bits': { colourType: 2, depth: 16 },
  'in colour with alpha': { colourType: 6, depth: 8 },
  'in colour of 16 bits with alpha': { colourType: 6, depth: 16 },
  'in grey': { colourType: 0, depth: 8 },
  'in grey of 16 bits': { colourType: 0, depth: 16 },
  'in grey with alpha': { colourType: 4, depth: 8 },
  'in grey of 16 bits with alpha': { colourType: 4, depth: 16 },
};

function pngSamples(): ColourSample[] {
  const samples: ColourSample[] = [];
  for (const [kindName, kind] of Object.entries(KINDS)) {
    const isGrey = kind.colourType % 4 === 0;
    const chunks = isGrey
      ? {
          ...Object.fromEntries(GREY_CHUNKS.map((name) => [name, CHUNKS[name] ?? []])),
          'transfer 8': [codes(1, 8, 0, 1)],
          'a profile': [iccChunk(LINEAR_GREY)],
          'a profile of three colours': [iccChunk(SCREEN)],
          'a profile under Lab': [iccChunk(withBytes(LINEAR_GREY, 20, ...Buffer.from('Lab ')))],
        }
      : kindName === 'in colour'
        ? { ...CHUNKS, ...PROFILED, ...ODD }
        : { 'gamma 1.0': CHUNKS['gamma 1.0'] ?? [], ...PROFILED };
    for (const [name, one] of Object.entries(chunks)) {
      const bytes = quartersPng(one, kind);
      samples.push({ name: `PNG ${kindName}: ${name}`, type: 'image/png', bytes });
    }
  }
  return samples;
}

const pixels = (paint: (colour: readonly number[]) => readonly number[]) => {
  const data: number[] = [];
  for (let y = 0; y < SAMPLE_SIDE; y += 1) {
    for (let x = 0; x < SAMPLE_SIDE; x += 1) data.push(...paint(colourAt(x, y)));
  }
  return Buffer.from(data);
};
const raw = (channels: 1 | 3) => ({
  raw: { width: SAMPLE_SIDE, height: SAMPLE_SIDE, channels },
});
const coloured = () =>
  sharp(
    pixels((colour) => colour),
    raw(3),
  );
const GOOD = { quality: 100, chromaSubsampling: '4:4:4' } as const;

/** The JPEG without the segment of Adobe that says how its inks are written. */
function withoutAdobe(jpeg: Buffer): Buffer {
  const at = jpeg.indexOf('Adobe') - 4;
  return Buffer.concat([jpeg.subarray(0, at), jpeg.subarray(at + 2 + jpeg.readUInt16BE(at + 2))]);
}

/** The JPEG with a segment of Adobe that names this transform. */
function withTransform(jpeg: Buffer, transform: number): Buffer {
  const head = Buffer.from([0xff, 0xee, 0, 14]);
  const adobe = Buffer.concat([head, Buffer.from('Adobe\0\x64\0\0\0\0'), Buffer.of(transform)]);
  return Buffer.concat([jpeg.subarray(0, 2), adobe, jpeg.subarray(2)]);
}

/** The JPEG without its JFIF segment, which would say that Adobe's is wrong. */
const withoutJfif = (jpeg: Buffer) => {
  if (jpeg[3] !== 0xe0) return jpeg;
  const size = jpeg.readUInt16BE(4);
  return Buffer.concat([jpeg.subarray(0, 2), jpeg.subarray(4 + size)]);
};

function withTable(image: Buffer, name: string): Buffer {
  return Buffer.from(insertProfile(image, TABLES[name]));
}

/** Inks with a profile: Chromium mixes black into the others first (`ink-tables.ts`). */
export const INKS_WITH_PROFILE = 'JPEG of inks with a profile';

/**
 * Levels of a channel: of rounding, and of two ways to read between a table's points. Inks differ
 * by Chromium's own way with black (`inks.test.ts`).
 */
export function boundOf(name: string): number {
  if (name === INKS_WITH_PROFILE) return 20;
  return hasScreenTable(name) ? 5 : 2;
}

/** Samples of each way to state colours that a stored file has. */
export async function makeColourSamples(): Promise<ColourSample[]> {
  const inks = await coloured().toColourspace('cmyk').jpeg(GOOD).toBuffer();
  const grey = await sharp(
    pixels(([, g = 0]) => [g]),
    raw(1),
  )
    .toColourspace('b-w')
    .jpeg(GOOD)
    .toBuffer();
  const profiledInks = coloured().toColourspace('cmyk').withIccProfile('cmyk').jpeg(GOOD);
  const p3 = () => coloured().withIccProfile('p3');
  const plain = await coloured().jpeg(GOOD).toBuffer();
  const palette = await coloured().png({ palette: true }).toBuffer();
  const jpegs: Readonly<Record<string, Buffer>> = {
    'JPEG of inks': inks,
    'JPEG of inks without Adobe': withoutAdobe(inks),
    [INKS_WITH_PROFILE]: await profiledInks.toBuffer(),
    'JPEG in grey': grey,
    'JPEG in grey with a profile': Buffer.from(insertProfile(grey, LINEAR_GREY)),
    'JPEG in grey with a profile of three colours': Buffer.from(insertProfile(grey, SCREEN)),
    'JPEG with two profiles': insertSegments(plain, ...iccSegments(SCREEN), ...iccSegments(OTHER)),
    'JPEG of an unknown transform': withTransform(withoutJfif(plain), 2),
    'JPEG of inks of an unknown transform': withTransform(withoutAdobe(inks), 1),
    'JPEG in Display P3': await p3().jpeg(GOOD).toBuffer(),
    'JPEG with a table': withTable(await coloured().jpeg(GOOD).toBuffer(), 'a table'),
    'JPEG with a table of the second intent': withTable(
      await coloured().jpeg(GOOD).toBuffer(),
      'a table of the second intent',
    ),
  };
  return [
    ...pngSamples(),
    { name: 'PNG of a palette', type: 'image/png', bytes: palette },
    {
      name: 'PNG of a palette with a profile',
      type: 'image/png',
      bytes: Buffer.from(insertProfile(palette, SCREEN)),
    },
    ...Object.entries(jpegs).map(([name, bytes]) => ({ name, bytes, type: 'image/jpeg' as const })),
    {
      name: 'WebP in Display P3',
      type: 'image/webp',
      bytes: await p3().webp({ lossless: true }).toBuffer(),
    },
  ];
}
