import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { buildAvif } from '../../../../../core/codecs/avif/build-avif.ts';
import { readAvif } from '../../../../../core/codecs/avif/read-avif-header.ts';
import { acceptUnhurried } from '../../../../support/images/accept-unhurried.ts';
import {
  type AvifForm,
  type AvifItem,
  alphaProperty,
  type CodedImage,
  depthProperty,
  fullBox,
  gridData,
  makeAvif,
  mediaBox,
  readCodedImages,
  sizeProperty,
} from '../../../../support/images/avif/make-avif.ts';
import { CANARY } from '../../../../support/images/canaries.ts';

const [WIDTH, HEIGHT] = [128, 64];
const COLOURS = { red: [200, 30, 30], green: [30, 160, 60], blue: [40, 60, 200] } as const;
const SECRET = Buffer.from(CANARY.second);

const engine = await createSharpEngine();
const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
const accept = (bytes: Uint8Array) =>
  acceptUnhurried(services, { bytes, contentType: 'image/avif' });

async function tint([r, g, b]: readonly [number, number, number], alpha = 1, bitdepth: 8 | 10 = 8) {
  const background = { r, g, b, alpha };
  const channels = alpha < 1 ? 4 : 3;
  const bytes = await sharp({ create: { width: WIDTH, height: HEIGHT, channels, background } })
    .avif({ effort: 0, quality: 90, bitdepth })
    .toBuffer();
  return readCodedImages(bytes);
}

let red: CodedImage;
let green: CodedImage;
let blue: CodedImage;
let tenBits: CodedImage;
let halfClear: CodedImage;

beforeAll(async () => {
  const first = async (images: Promise<CodedImage[]>, at = 0) => {
    const found = (await images)[at];
    if (!found) throw new Error('the encoder wrote no such image');
    return found;
  };
  red = await first(tint(COLOURS.red));
  green = await first(tint(COLOURS.green));
  blue = await first(tint(COLOURS.blue));
  tenBits = await first(tint(COLOURS.red, 1, 10));
  halfClear = await first(tint(COLOURS.red, 0.5), 1);
});

const DEPTH = depthProperty(3, 8);

function item(id: number, coded: CodedImage, ...properties: Buffer[]): AvifItem {
  const own = [sizeProperty(WIDTH, HEIGHT), coded.config, ...properties];
  return { id, type: 'av01', data: coded.data, properties: own };
}

const still = (form: Partial<AvifForm> = {}, ...properties: Buffer[]) =>
  makeAvif({ items: [item(1, red, ...properties)], ...form });

function grid(rows: number, columns: number): AvifItem {
  const [width, height] = [columns * WIDTH, rows * HEIGHT];
  const data = gridData(rows, columns, width, height);
  return { id: 1, type: 'grid', data, properties: [sizeProperty(width, height)] };
}

function crop(...numbers: readonly number[]): Buffer {
  const content = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, at) => void content.writeInt32BE(number, 4 * at));
  return mediaBox('clap', content);
}

/** The nearest colour in the middle of each field, and the size. */
async function see(bytes: Uint8Array, rows = 1, columns = 1) {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const names = Object.keys(COLOURS) as (keyof typeof COLOURS)[];
  const nameAt = (row: number, column: number) => {
    const x = Math.floor(((column + 0.5) * info.width) / columns);
    const y = Math.floor(((row + 0.5) * info.height) / rows);
    const from = (y * info.width + x) * 3;
    const distance = (name: keyof typeof COLOURS) =>
      Math.max(...COLOURS[name].map((value, at) => Math.abs(value - (data[from + at] ?? 0))));
    return names.find((name) => distance(name) <= 8) ?? 'none';
  };
  const fields = Array.from({ length: rows * columns }, (_, at) =>
    nameAt(Math.floor(at / columns), at % columns),
  );
  return { fields, width: info.width, height: info.height };
}

describe('an AVIF as browsers take it (uploads.leniency)', () => {
  it.each<[string, () => Buffer]>([
    ['without the depth of its channels, as libheif up to 1.11 wrote it', () => still()],
    ['of ten bits without their depth', () => makeAvif({ items: [item(1, tenBits)] })],
    ['with its depth', () => still({}, DEPTH)],
    ['with places of version 0', () => still({ placesVersion: 0 })],
    ['with places of version 1', () => still({ placesVersion: 1 })],
    ['with places of version 2', () => still({ placesVersion: 2 })],
    ['with its data in meta', () => still({ isInMeta: true })],
    ['with its data in four pieces', () => still({ pieces: 4 })],
    ['with its data first', () => still({ isDataFirst: true })],
    ['with sizes of 64 bits', () => still({ isLarge: true })],
    ['with numbers of 15 and 32 bits', () => still({ isWide: true })],
    ['with unknown boxes', () => still({ between: [mediaBox('free', SECRET)] })],
    ['with an unknown property', () => still({}, mediaBox('abcd', SECRET))],
    ['with layers', () => still({}, mediaBox('lsel', Buffer.of(0xff, 0xff)))],
    ['with stray bytes behind it', () => Buffer.concat([still(), SECRET])],
    [
      'with unknown items',
      () =>
        makeAvif({
          items: [item(1, red), { id: 9, type: 'abcd', data: SECRET, properties: [] }],
        }),
    ],
    [
      'with another image, which is not the primary one',
      () => makeAvif({ items: [item(1, green), item(2, red)], primary: 2 }),
    ],
  ])('%s comes in', async (_, make) => {
    const { bytes, facts } = await accept(make());
    expect(facts).toMatchObject({ width: WIDTH, height: HEIGHT, hasAlpha: false });
    expect((await see(bytes)).fields).toEqual(['red']);
  });

  it.each([
    ['too long', 0xfffff],
    ['too short', 20],
    ['open', 0],
  ])('with data of a size that is %s comes in', async (_, size) => {
    const bytes = still();
    bytes.writeUInt32BE(size, bytes.lastIndexOf('mdat') - 4);
    expect((await see((await accept(bytes)).bytes)).fields).toEqual(['red']);
  });

  it.each<[string, readonly number[], number, number]>([
    ['from its corner is applied', [64, 1, 32, 1, -32, 1, -16, 1], 64, 32],
    ['of fractions from its corner is applied', [128, 2, 64, 2, -64, 2, -16, 1], 64, 32],
    ['in its middle is ignored', [64, 1, 32, 1, 0, 1, 0, 1], WIDTH, HEIGHT],
    ['outside of it is ignored', [64, 1, 32, 1, 320, 1, 0, 1], WIDTH, HEIGHT],
    ['beyond its sides is ignored', [256, 1, 128, 1, 64, 1, 32, 1], WIDTH, HEIGHT],
    ['of half pixels is ignored', [127, 2, 32, 1, -32, 1, -16, 1], WIDTH, HEIGHT],
    ['divided by nothing is ignored', [64, 0, 32, 1, -32, 0, -16, 1], WIDTH, HEIGHT],
    ['that is cut is ignored', [64, 1, 32], WIDTH, HEIGHT],
  ])('with a crop %s', async (_, numbers, width, height) => {
    const { facts } = await accept(still({}, crop(...numbers)));
    expect([facts.width, facts.height]).toEqual([width, height]);
  });

  it.each<[string, number, number, readonly number[], Partial<AvifForm>]>([
    ['in their order', 1, 3, [2, 3, 4], {}],
    ['in another order', 1, 3, [4, 2, 3], {}],
    ['below each other', 3, 1, [3, 4, 2], {}],
    ['that share data', 2, 2, [2, 4, 4, 2], {}],
    ['whose data are in meta', 1, 2, [4, 2], { isInMeta: true }],
  ])('of tiles %s follows dimg', async (_, rows, columns, order, form) => {
    const names = ['red', 'green', 'blue'];
    const tiles = [item(2, red), item(3, green), item(4, blue)];
    const references = [['dimg', 1, order]] as const;
    const sent = makeAvif({ items: [grid(rows, columns), ...tiles], references, ...form });
    const seen = await see((await accept(sent)).bytes, rows, columns);
    expect(seen).toEqual({
      fields: order.map((id) => names[id - 2]),
      width: columns * WIDTH,
      height: rows * HEIGHT,
    });
  });

  it.each<[string, AvifForm['references'], (alpha: AvifItem) => AvifItem[]]>([
    ['for the whole image', [['auxl', 5, [1]]], (alpha) => [item(1, red), { ...alpha, id: 5 }]],
    [
      'for the whole image, first in the file',
      [['auxl', 5, [1]]],
      (alpha) => [{ ...alpha, id: 5 }, item(1, red)],
    ],
    [
      'for each tile',
      [
        ['dimg', 1, [2, 3]],
        ['auxl', 5, [2]],
        ['auxl', 6, [3]],
      ],
      (alpha) => [
        grid(1, 2),
        item(2, red),
        item(3, green),
        { ...alpha, id: 5 },
        { ...alpha, id: 6 },
      ],
    ],
  ])('has its transparency %s', async (_, references, itemsWith) => {
    for (const size of [[], [sizeProperty(WIDTH, HEIGHT)]]) {
      const properties = [...size, halfClear.config, alphaProperty()];
      const alpha = { id: 5, type: 'av01', data: halfClear.data, properties };
      const { bytes, facts } = await accept(
        makeAvif({ items: itemsWith(alpha), references: references ?? [] }),
      );
      const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      expect([facts.hasAlpha, Math.round((data[3] ?? 0) / 10)]).toEqual([true, 13]);
    }
  });

  it.each<[string, () => Buffer]>([
    ['without a size', () => makeAvif({ items: [{ ...item(1, red), properties: [red.config] }] })],
    [
      'without its configuration',
      () => makeAvif({ items: [{ ...item(1, red), properties: [sizeProperty(128, 64)] }] }),
    ],
    ['of another codec', () => makeAvif({ items: [{ ...item(1, red), type: 'hvc1' }] })],
    [
      'with too few tiles',
      () => makeAvif({ items: [grid(1, 2), item(2, red)], references: [['dimg', 1, [2]]] }),
    ],
    [
      'with a property that must be understood',
      () => {
        const bytes = still({}, crop(1, 1, 1, 1, 0, 1, 0, 1));
        bytes.write('abcd', bytes.indexOf('clap'), 'latin1');
        return bytes;
      },
    ],
    ['that is cut', () => still().subarray(0, -1)],
  ])('%s is refused', async (_, make) => {
    await expect(accept(make())).rejects.toMatchObject({ code: 'invalid_image' });
  });

  it('reaches its decoder without anything else of the file (security.only-needed-bytes)', () => {
    const profile = mediaBox('colr', Buffer.concat([Buffer.from('prof'), SECRET]));
    const others = [
      { id: 8, type: 'Exif', data: SECRET, properties: [] },
      { id: 9, type: 'mime', data: SECRET, properties: [] },
    ];
    const movie = fullBox('skip', 0, SECRET);
    const sent = makeAvif({
      items: [item(1, red, profile, mediaBox('abcd', SECRET)), ...others],
      between: [mediaBox('uuid', SECRET)],
    });
    const bytes = Buffer.concat([sent, movie, SECRET]);
    const built = Buffer.from(buildAvif(readAvif(bytes).parts));
    expect([bytes.includes(SECRET), built.includes(SECRET)]).toEqual([true, false]);
    expect(Buffer.from(buildAvif(readAvif(built).parts)).equals(built)).toBe(true);
  });
});
