import { describe, expect, it } from 'vitest';
import { readAvifHeader } from '../../../../core/codecs/avif/read-avif-header.ts';
import { listMediaBoxes } from '../../../../core/codecs/boxes/read-box.ts';
import { readMediaItems } from '../../../../core/codecs/boxes/read-items.ts';
import {
  readPrimaryId,
  readProperties,
  readReferences,
} from '../../../../core/codecs/boxes/read-properties.ts';
import { ImageFileFault } from '../../../../core/codecs/image-file.ts';
import { pixelPipeline } from '../../../support/images/raw-pixels.ts';

const uint = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 8) buffer.writeBigUInt64BE(BigInt(value));
  else if (bytes > 0) buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};
type HeadForm = 'plain' | 'large' | 'open';

/** A box whose head states its size in four bytes, in eight, or not at all: to the end. */
function box(type: string, content: Uint8Array, form: HeadForm = 'plain'): Buffer {
  const name = Buffer.from(type);
  if (form === 'large')
    return Buffer.concat([uint(1, 4), name, uint(16 + content.length, 8), content]);
  const size = form === 'open' ? 0 : 8 + content.length;
  return Buffer.concat([uint(size, 4), name, content]);
}
const full = (type: string, version: number, flags: number, content: Uint8Array, form?: HeadForm) =>
  box(type, Buffer.concat([uint(version, 1), uint(flags, 3), content]), form);

const boxesOf = (bytes: Buffer) => listMediaBoxes(bytes, 0, bytes.length);
const content = Buffer.from('0123456789');

describe('a box', () => {
  it.each(['plain', 'large', 'open'] as const)('with a %s size has its content', (form) => {
    const file = Buffer.concat([box('free', content), box('last', content, form)]);
    const [, last] = boxesOf(file);
    expect(file.subarray(last?.start, last?.end).equals(content)).toBe(true);
    expect(last?.type).toBe('last');
  });

  it('of its head alone is empty; one byte less, or one beyond the end, is refused', () => {
    const stated = (size: number) => Buffer.concat([uint(size, 4), Buffer.from('free')]);
    expect(boxesOf(stated(8))).toEqual([{ type: 'free', start: 8, end: 8 }]);
    for (const size of [2, 7, 9]) expect(() => boxesOf(stated(size))).toThrow(ImageFileFault);
    const large = (size: number) => Buffer.concat([uint(1, 4), Buffer.from('free'), uint(size, 8)]);
    expect(boxesOf(large(16))).toEqual([{ type: 'free', start: 16, end: 16 }]);
    for (const size of [0, 8, 15, 17, 2 ** 32 + 16])
      expect(() => boxesOf(large(size)), `${size}`).toThrow(ImageFileFault);
    expect(() => boxesOf(Buffer.alloc(7))).toThrow(ImageFileFault);
  });
});

interface ItemsOptions {
  readonly version?: 0 | 1 | 2;
  readonly offsetBytes?: number;
  readonly lengthBytes?: number;
  readonly baseBytes?: number;
  readonly indexBytes?: number;
  readonly infeVersion?: 2 | 3;
  readonly iinfVersion?: 0 | 1;
  readonly isInMeta?: boolean;
  readonly form?: HeadForm;
  /** Pieces of the item's data: place and length. */
  readonly pieces?: readonly (readonly [place: number, length: number])[];
  readonly base?: number;
}

const DATA = Buffer.from('abcdefghijklmnopqrstuvwxyz');

/** The data of the one item of a `meta` box, in front of which they lie, or in its `idat`. */
function readOne(options: ItemsOptions): string {
  const { version = 0, offsetBytes = 4, lengthBytes = 4, baseBytes = 0, indexBytes = 0 } = options;
  const { infeVersion = 2, iinfVersion = 0, isInMeta = false, form, base = 0 } = options;
  const { pieces = [[8, 3]] } = options;
  const wide = version === 2 ? 4 : 2;
  const places = Buffer.concat([
    uint((offsetBytes << 4) | lengthBytes, 1),
    uint((baseBytes << 4) | (version === 0 ? 0 : indexBytes), 1),
    uint(1, wide),
    uint(7, wide),
    ...(version === 0 ? [] : [uint(isInMeta ? 1 : 0, 2)]),
    uint(0, 2),
    uint(base, baseBytes),
    uint(pieces.length, 2),
    ...pieces.flatMap(([place, length]) => [
      uint(0, version === 0 ? 0 : indexBytes),
      uint(place, offsetBytes),
      uint(length, lengthBytes),
    ]),
  ]);
  const entry = Buffer.concat([
    uint(7, infeVersion === 2 ? 2 : 4),
    uint(0, 2),
    Buffer.from('av01\0'),
  ]);
  const items = Buffer.concat([
    uint(1, iinfVersion === 0 ? 2 : 4),
    full('infe', infeVersion, 0, entry, form),
  ]);
  const file = Buffer.concat([
    box('mdat', DATA),
    full('iloc', version, 0, places, form),
    full('iinf', iinfVersion, 0, items, form),
    box('idat', DATA),
  ]);
  const [item] = readMediaItems(file, boxesOf(file));
  expect([item?.id, item?.type]).toEqual([7, 'av01']);
  return Buffer.concat(item?.data ?? []).toString();
}

describe('the places of an item', () => {
  it.each([0, 1, 2] as const)('are read in version %i, with numbers of each width', (version) => {
    for (const offsetBytes of [1, 2, 4, 8])
      for (const lengthBytes of [1, 2, 4, 8])
        for (const baseBytes of [0, 4, 8])
          for (const indexBytes of [0, 4, 8])
            for (const form of ['plain', 'large'] as const)
              expect(
                readOne({ version, offsetBytes, lengthBytes, baseBytes, indexBytes, form }),
              ).toBe('abc');
  });

  it.each([
    [2, 0],
    [2, 1],
    [3, 0],
    [3, 1],
  ] as const)(
    'are those of an item in an entry of version %i, in a list of version %i',
    (infeVersion, iinfVersion) => {
      expect(readOne({ infeVersion, iinfVersion })).toBe('abc');
    },
  );

  it('begin at their base, and may lie in several pieces', () => {
    const pieces = [
      [2, 2],
      [0, 1],
      [25, 1],
    ] as const;
    expect(readOne({ baseBytes: 4, base: 8, pieces })).toBe('cdaz');
    expect(readOne({ version: 1, isInMeta: true, pieces })).toBe('cdaz');
  });

  it('without an offset or a length go from the base to the end', () => {
    const whole = readOne({
      baseBytes: 4,
      base: 8,
      offsetBytes: 0,
      lengthBytes: 0,
      pieces: [[0, 0]],
    });
    expect(whole.startsWith(DATA.toString())).toBe(true);
    const inner = { version: 1, isInMeta: true, lengthBytes: 0 } as const;
    expect(readOne({ ...inner, pieces: [[20, 0]] })).toBe('uvwxyz');
  });

  it('lie within the file to the last byte, and no further; none has a ninth byte', () => {
    const end = readOne({ pieces: [[8, 26]] });
    expect(end).toBe(DATA.toString());
    const fileBytes = 34 + 22 + 14 + 21 + 34 + 4;
    expect(() => readOne({ pieces: [[fileBytes * 4, 1]] })).toThrow(ImageFileFault);
    expect(() => readOne({ offsetBytes: 9 })).toThrow();
  });
});

describe('the properties and references of an item', () => {
  const properties = (version: number, flags: number, form?: HeadForm) => {
    const all = Buffer.concat([box('one ', content), box('two ', DATA, form)]);
    const idBytes = version > 0 ? 4 : 2;
    const indexBytes = flags & 1 ? 2 : 1;
    const essential = indexBytes === 2 ? 0x8000 : 0x80;
    const ipma = Buffer.concat([
      uint(2, 4),
      uint(7, idBytes),
      uint(2, 1),
      uint(2 | essential, indexBytes),
      uint(1, indexBytes),
      uint(8, idBytes),
      uint(2, 1),
      uint(0, indexBytes),
      uint(1, indexBytes),
    ]);
    const iprp = box(
      'iprp',
      Buffer.concat([box('ipco', all), full('ipma', version, flags, ipma, form)]),
    );
    return readProperties(iprp, boxesOf(iprp));
  };

  it.each([
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ])('are read with version %i and flags %i', (version, flags) => {
    for (const form of ['plain', 'large'] as const) {
      const found = properties(version, flags, form);
      expect(found.get(7)?.map(({ type }) => type)).toEqual(['two ', 'one ']);
      expect(found.get(8)?.map(({ type }) => type)).toEqual(['one ']);
    }
  });

  it.each([0, 1])(
    'are read in version %i: the primary item, and what refers to what',
    (version) => {
      const idBytes = version === 0 ? 2 : 4;
      const pitm = full('pitm', version, 0, uint(7, idBytes));
      expect(readPrimaryId(pitm, boxesOf(pitm))).toBe(7);
      const dimg = Buffer.concat([
        uint(7, idBytes),
        uint(2, 2),
        uint(8, idBytes),
        uint(9, idBytes),
      ]);
      const iref = full(
        'iref',
        version,
        0,
        Buffer.concat([box('dimg', dimg), box('auxl', dimg, 'large')]),
      );
      expect(readReferences(iref, boxesOf(iref))).toEqual([
        { type: 'dimg', from: 7, to: [8, 9] },
        { type: 'auxl', from: 7, to: [8, 9] },
      ]);
      const cut = full('iref', version, 0, box('dimg', dimg.subarray(0, -1)));
      expect(() => readReferences(cut, boxesOf(cut))).toThrow(ImageFileFault);
    },
  );
});

it('an AVIF whose last box is open or large has the same header (uploads.avif)', async () => {
  const still = await pixelPipeline(3, 60, 40).avif({ effort: 0 }).toBuffer();
  const at = still.indexOf('mdat') - 4;
  expect(at + still.readUInt32BE(at)).toBe(still.length);
  const open = Buffer.from(still);
  open.writeUInt32BE(0, at);
  expect(readAvifHeader(open)).toEqual(readAvifHeader(still));
});
