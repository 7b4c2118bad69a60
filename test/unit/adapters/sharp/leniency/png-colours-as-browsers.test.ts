import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { acceptUnhurried } from '../../../../support/images/accept-unhurried.ts';
import { pngChunk } from '../../../../support/images/make-png.ts';
import { ask } from '../support/ask.ts';
import { see } from '../support/rendition.ts';

const SIDE = 16;
const SIZE = { width: SIDE, height: SIDE };
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

const engine = await createSharpEngine();
const services = { imageEngine: async () => engine, abandonProcess: () => undefined };

interface Halves {
  readonly colourType: 0 | 2 | 3;
  readonly depth: number;
  /** The samples of a pixel of the left half, and of one of the right half. */
  readonly halves: readonly [readonly number[], readonly number[]];
}

function rowOf({ depth, halves }: Halves): number[] {
  const bits = Array.from({ length: SIDE }, (_, x) => halves[x < SIDE / 2 ? 0 : 1])
    .flat()
    .map((value) => value.toString(2).padStart(depth, '0'))
    .join('');
  return (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
}

/** A PNG of two halves with these chunks behind its header. */
function pngOf(drawing: Halves, ...chunks: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([drawing.depth, drawing.colourType], 8);
  const rows = Array.from({ length: SIDE }, () => [0, ...rowOf(drawing)]).flat();
  const data = pngChunk('IDAT', deflateSync(Buffer.from(rows)));
  return Buffer.concat([
    SIGNATURE,
    pngChunk('IHDR', header),
    ...chunks,
    data,
    pngChunk('IEND', ''),
  ]);
}

/** The pixel of each half: as it is stored, as PNG, as WebP, and of a part. */
async function shownOf(sent: Buffer) {
  const { bytes } = await acceptUnhurried(services, { bytes: sent, contentType: 'image/png' });
  const part = ask(SIZE, 'png', { crop: '0,2,16,12' });
  const made = [ask(SIZE, 'png'), ask(SIZE, 'webp', { quality: 100 }), part];
  const files = [bytes, ...(await Promise.all(made.map((one) => engine.render(bytes, one))))];
  const seen = await Promise.all(files.map(see));
  return seen.map((image) => [image.at(3, 3), image.at(12, 3)] as const);
}

/** `tRNS` of these samples. */
function clear(...samples: readonly number[]): Buffer {
  return pngChunk('tRNS', Buffer.from(samples.flatMap((value) => [value >> 8, value & 255])));
}

// as Chromium 156 shows each: it compares the lower byte, and 16 bits whole
const CLEAR: readonly (readonly [string, Halves, Buffer, readonly [number, number]])[] = [
  ...[1, 2, 4].flatMap((depth) => {
    const most = 2 ** depth - 1;
    const grey: Halves = { colourType: 0, depth, halves: [[0], [most]] };
    return [
      [`${depth} bits, black`, grey, clear(0), [0, 255]] as const,
      [`${depth} bits, white`, grey, clear(most), [255, 0]] as const,
      [`${depth} bits, with a higher byte`, grey, clear(0x4000 | most), [255, 0]] as const,
      [`${depth} bits, one bit beyond`, grey, clear(1 << depth), [255, 255]] as const,
      [`${depth} bits, 255`, grey, clear(255), [255, 255]] as const,
    ];
  }),
  ['8 bits', { colourType: 0, depth: 8, halves: [[63], [255]] }, clear(255), [255, 0]],
  [
    '8 bits, with a higher byte',
    { colourType: 0, depth: 8, halves: [[63], [255]] },
    clear(0x43ff),
    [255, 0],
  ],
  ['16 bits', { colourType: 0, depth: 16, halves: [[0x3fff], [0xffff]] }, clear(0x3fff), [0, 255]],
  [
    '16 bits, of another lower byte',
    { colourType: 0, depth: 16, halves: [[0x3fff], [0xffff]] },
    clear(0x3ffe),
    [255, 255],
  ],
  [
    'colour',
    {
      colourType: 2,
      depth: 8,
      halves: [
        [10, 20, 30],
        [200, 100, 50],
      ],
    },
    clear(10, 20, 30),
    [0, 255],
  ],
  [
    'colour of 16 bits',
    {
      colourType: 2,
      depth: 16,
      halves: [
        [2600, 5200, 7800],
        [51_200, 25_600, 12_800],
      ],
    },
    clear(51_200, 25_600, 12_800),
    [255, 0],
  ],
];

/** So many colours of a palette. */
function palette(colours: number): Buffer {
  const bytes = Array.from({ length: colours }, (_, at) => [200, at, 90]).flat();
  return pngChunk('PLTE', Buffer.from(bytes));
}

const alphas = (...values: readonly number[]) => pngChunk('tRNS', Buffer.from(values));

describe('a PNG as browsers show it (transformations.colour)', () => {
  it.each(CLEAR)('is clear where its clear grey or colour is: %s', async (_, ...drawn) => {
    const [halves, chunk, due] = drawn;
    for (const [left, right] of await shownOf(pngOf(halves, chunk))) {
      expect([left[3], right[3]]).toEqual(due);
    }
  });

  it.each([1, 2, 4, 8])('has its last colour beyond a palette: %i bits', async (depth) => {
    const most = 2 ** depth - 1;
    const halves: Halves = { colourType: 3, depth, halves: [[0], [most]] };
    // the last colour is named by no pixel, and is kept
    const last = [200, Math.max(0, most - 1), 90];
    const cases: [Buffer[], number][] = [
      [[palette(most)], 255],
      [[palette(most), alphas(...Array(most).fill(100))], 100],
      [[palette(most), alphas(100)], most === 1 ? 100 : 255],
    ];
    for (const [chunks, alpha] of cases) {
      const [stored, png, webp, part] = await shownOf(pngOf(halves, ...chunks));
      for (const shown of [stored, png, part]) expect(shown?.[1]).toEqual([...last, alpha]);
      expect(webp?.[1][3]).toBe(alpha);
      for (const [at, value] of last.entries()) {
        expect(Math.abs((webp?.[1][at] ?? 0) - value)).toBeLessThanOrEqual(4);
      }
    }
  });

  it('is opaque beyond a short list of alphas', async () => {
    const halves: Halves = { colourType: 3, depth: 8, halves: [[0], [1]] };
    for (const [left, right] of await shownOf(pngOf(halves, palette(3), alphas(40)))) {
      expect([left[3], right[3]]).toEqual([40, 255]);
    }
  });
});
