import { deflateSync, inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { acceptUnhurried } from '../../../../support/images/accept-unhurried.ts';
import { CANARY } from '../../../../support/images/canaries.ts';
import { pngChunk } from '../../../../support/images/make-png.ts';

const [WIDTH, HEIGHT] = [40, 30];
const SECRET = CANARY.second;
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

const engine = await createSharpEngine();
const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
const accept = (bytes: Uint8Array) =>
  acceptUnhurried(services, { bytes, contentType: 'image/png' });

/** Rows of so many bytes, each with no filter. */
function rowsOf(bytes: number, most: number): Buffer {
  const rows = Buffer.alloc(HEIGHT * (1 + bytes));
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < bytes; x += 1) rows[y * (1 + bytes) + 1 + x] = (x * 7 + y * 13) % most;
  }
  return rows;
}

const header = (colourType: number) => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(WIDTH, 0);
  data.writeUInt32BE(HEIGHT, 4);
  data.set([8, colourType], 8);
  return pngChunk('IHDR', data);
};
const END = pngChunk('IEND', '');
const of = (colourType: number, ...chunks: Buffer[]) =>
  Buffer.concat([SIGNATURE, header(colourType), ...chunks]);

const ROWS = rowsOf(3 * WIDTH, 256);
const CODED = deflateSync(ROWS);
const DATA = pngChunk('IDAT', CODED);
const PLAIN = of(2, DATA, END);
const pixelsOf = (bytes: Uint8Array) => sharp(bytes, { failOn: 'warning' }).raw().toBuffer();

/** The rows of a stored PNG, which must end with the last pixel. */
function storedRows(bytes: Uint8Array): Buffer {
  const png = Buffer.from(bytes);
  const coded: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') coded.push(data);
  }
  const all = Buffer.concat(coded);
  const { buffer, engine } = inflateSync(all, { info: true }) as unknown as {
    buffer: Buffer;
    engine: { bytesWritten: number };
  };
  expect(engine.bytesWritten).toBe(all.length);
  return buffer;
}

function withWrongCrc(chunk: Buffer): Buffer {
  const wrong = Buffer.from(chunk);
  wrong[wrong.length - 1] = (wrong.at(-1) ?? 0) ^ 1;
  return wrong;
}

function notFinal(): Buffer {
  const stored = deflateSync(ROWS, { level: 0 });
  stored[2] = 0;
  return stored.subarray(0, -4);
}

const secretRows = Buffer.concat([ROWS, Buffer.from(SECRET.repeat(20))]);

describe('a PNG as browsers take it (uploads.leniency)', () => {
  it.each<[string, Buffer]>([
    ['with surplus rows', of(2, pngChunk('IDAT', deflateSync(secretRows)), END)],
    [
      'with surplus rows as they are',
      of(2, pngChunk('IDAT', deflateSync(secretRows, { level: 0 })), END),
    ],
    [
      'with one surplus byte',
      of(2, pngChunk('IDAT', deflateSync(secretRows.subarray(0, ROWS.length + 1))), END),
    ],
    [
      'with bytes behind its stream',
      of(2, pngChunk('IDAT', Buffer.concat([CODED, Buffer.from(SECRET)])), END),
    ],
    [
      'with data behind its data',
      of(2, DATA, pngChunk('tEXt', SECRET), pngChunk('IDAT', SECRET), END),
    ],
    [
      'with a wrong checksum of its rows',
      of(2, pngChunk('IDAT', Buffer.concat([CODED.subarray(0, -4), Buffer.alloc(4)])), END),
    ],
    ['without that checksum', of(2, pngChunk('IDAT', CODED.subarray(0, -4)), END)],
    ['with half of that checksum', of(2, pngChunk('IDAT', CODED.subarray(0, -2)), END)],
    ['whose stream has no end', of(2, pngChunk('IDAT', notFinal()), END)],
    ['with a wrong CRC of its data', of(2, withWrongCrc(DATA), END)],
    ['cut in the CRC of its data', of(2, DATA.subarray(0, -2))],
    ['with empty data', of(2, pngChunk('IDAT', ''), DATA, pngChunk('IDAT', ''), END)],
    ['without an end chunk', of(2, DATA)],
    ['with a wrong CRC of its end chunk', of(2, DATA, withWrongCrc(END))],
    ['with data in its end chunk', of(2, DATA, pngChunk('IEND', SECRET))],
    ['with an unknown chunk behind its data', of(2, DATA, pngChunk('ABCD', SECRET), END)],
    ['with a palette behind its data', of(2, DATA, pngChunk('PLTE', SECRET), END)],
    ['with a header behind its data', of(2, DATA, header(2), END)],
    ['with a wrong CRC of gAMA', of(2, withWrongCrc(pngChunk('gAMA', '\0\0\0\x01')), DATA, END)],
    ['with a wrong CRC of eXIf', of(2, withWrongCrc(pngChunk('eXIf', 'MM\0*')), DATA, END)],
    ['with a wrong CRC of tRNS', of(2, withWrongCrc(pngChunk('tRNS', '\0\0\0\0\0\0')), DATA, END)],
    ['with a suggested palette of odd length', of(2, pngChunk('PLTE', 'abcd'), DATA, END)],
    ['with an odd name of a chunk', of(2, pngChunk('1234', SECRET), DATA, END)],
  ])('%s keeps its pixels and nothing else (security.only-needed-bytes)', async (_, sent) => {
    const { bytes } = await accept(sent);
    expect((await pixelsOf(bytes)).equals(await pixelsOf(PLAIN))).toBe(true);
    const rows = storedRows(bytes);
    expect([rows.length, rows.equals(ROWS)]).toEqual([ROWS.length, true]);
    expect(Buffer.from(bytes).includes(SECRET)).toBe(false);
  });

  const colours = (count: number) =>
    Buffer.from(Array.from({ length: 3 * count }, (_, at) => (at * 37) & 255));
  const indexed = (...chunks: Buffer[]) =>
    of(3, ...chunks, pngChunk('IDAT', deflateSync(rowsOf(WIDTH, 8))), END);
  const pixel = async (bytes: Uint8Array, at: number) => {
    const data = await sharp(bytes).ensureAlpha().raw().toBuffer();
    return [...data.subarray(4 * at, 4 * at + 4)];
  };

  it('of colours has the whole ones of a palette of odd length', async () => {
    const { bytes } = await accept(indexed(pngChunk('PLTE', colours(9).subarray(0, 26))));
    const whole = indexed(pngChunk('PLTE', colours(8)));
    expect((await pixelsOf(bytes)).equals(await pixelsOf(whole))).toBe(true);
  });

  it('of colours has the alphas of its colours, and none behind them', async () => {
    const alphas = Buffer.concat([Buffer.alloc(8, 64), Buffer.from(SECRET)]);
    const { bytes, facts } = await accept(
      indexed(pngChunk('PLTE', colours(8)), pngChunk('tRNS', alphas)),
    );
    expect([facts.hasAlpha, (await pixel(bytes, 0))[3]]).toEqual([true, 64]);
    expect(Buffer.from(bytes).includes(SECRET.slice(0, 12))).toBe(false);
  });

  it.each([
    [0, WIDTH, '\0\0'],
    [2, 3 * WIDTH, '\0\x00\0\x07\0\x0e'],
  ])(
    'of type %i has its transparent colour, and no byte behind it',
    async (type, bytes, colour) => {
      const data = pngChunk('IDAT', deflateSync(rowsOf(bytes, 256)));
      const stored = await accept(of(type, pngChunk('tRNS', `${colour}${SECRET}`), data, END));
      expect([stored.facts.hasAlpha, (await pixel(stored.bytes, 0))[3]]).toEqual([true, 0]);
      expect(Buffer.from(stored.bytes).includes(SECRET)).toBe(false);
    },
  );

  it.each<[string, Buffer]>([
    ['with a row too few', of(2, pngChunk('IDAT', deflateSync(ROWS.subarray(0, -121))), END)],
    ['with a byte too few', of(2, pngChunk('IDAT', deflateSync(ROWS.subarray(0, -1))), END)],
    ['cut in its rows', of(2, pngChunk('IDAT', CODED.subarray(0, -40)), END)],
    [
      'whose data are in two places',
      of(
        2,
        pngChunk('IDAT', CODED.subarray(0, 99)),
        pngChunk('tEXt', 'a\0b'),
        pngChunk('IDAT', CODED.subarray(99)),
        END,
      ),
    ],
    ['of no compression', of(2, pngChunk('IDAT', ROWS), END)],
    [
      'with an unknown filter',
      of(2, pngChunk('IDAT', deflateSync(Buffer.alloc(ROWS.length, 9))), END),
    ],
  ])('%s is refused (uploads.full-decode)', async (_, sent) => {
    await expect(accept(sent)).rejects.toMatchObject({ code: 'invalid_image' });
  });
});
