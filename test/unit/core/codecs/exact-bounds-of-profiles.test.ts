import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  MAX_ICC_BYTES,
  rebuildIccProfile,
} from '../../../../core/codecs/icc/rebuild-icc-profile.ts';
import { buildIccSegments } from '../../../../core/codecs/jpeg/jpeg-application-data.ts';
import { checkPartCount } from '../../../../core/codecs/read-bytes.ts';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import {
  curveTag,
  type IccTag,
  iccOf,
  lutAToBTag,
  lutTag,
  makeIcc,
  SCREEN_TAGS,
} from '../../../support/images/make-icc.ts';
import { iccSegments, insertSegments } from '../../../support/images/make-jpeg.ts';
import { pixelPipeline } from '../../../support/images/raw-pixels.ts';

const isKept = (profile: Uint8Array, space: 'RGB ' | 'GRAY' | 'CMYK' = 'RGB ') =>
  rebuildIccProfile(profile, space) !== undefined;
const withTag = (name: string, data: Buffer) =>
  iccOf('RGB ', [...SCREEN_TAGS.filter(([other]) => other !== name), [name, data]]);
const changed = (profile: Buffer, change: (copy: Buffer) => void) => {
  const copy = Buffer.from(profile);
  change(copy);
  return copy;
};
const plain = iccOf('RGB ', SCREEN_TAGS);
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};
/** The entry of a tag in the table. */
const entryAt = (index: number) => 132 + 12 * index;

describe('a colour profile at its bounds (uploads.colour-profile)', () => {
  it('has a hundred tags at most, and at least one', () => {
    const tags = (count: number): IccTag[] => [
      ...SCREEN_TAGS,
      ...Array.from(
        { length: count - SCREEN_TAGS.length },
        (_, at): IccTag => [`x${String(at).padStart(3, '0')}`, Buffer.alloc(8)],
      ),
    ];
    expect([99, 100, 101].map((count) => isKept(iccOf('RGB ', tags(count))))).toEqual([
      true,
      true,
      false,
    ]);
    expect(isKept(changed(plain, (copy) => copy.writeUInt32BE(0, 128)))).toBe(false);
  });

  it('has one megabyte at most, as it is stated and as it comes', () => {
    const bare = makeIcc(4_104).length % 4;
    const most = MAX_ICC_BYTES - ((MAX_ICC_BYTES - bare) % 4);
    expect(isKept(makeIcc(most))).toBe(true);
    expect(isKept(makeIcc(most + 4))).toBe(false);
    expect(isKept(changed(plain, (copy) => copy.writeUInt32BE(plain.length + 1, 0)))).toBe(false);
    expect(isKept(plain.subarray(0, -1))).toBe(false);
    expect(isKept(Buffer.concat([plain, Buffer.alloc(1)]))).toBe(true);
  });

  it('has its tags behind their table and before its end, to the byte', () => {
    const first = 132 + 12 * SCREEN_TAGS.length;
    const start = (at: number) => changed(plain, (copy) => copy.writeUInt32BE(at, entryAt(0) + 4));
    expect([first, first - 1].map((at) => isKept(start(at)))).toEqual([true, false]);
    const last = SCREEN_TAGS.length - 1;
    const from = plain.readUInt32BE(entryAt(last) + 4);
    const size = (bytes: number) =>
      changed(plain, (copy) => copy.writeUInt32BE(bytes, entryAt(last) + 8));
    const room = plain.length - from;
    expect([room, room + 1].map((bytes) => isKept(size(bytes)))).toEqual([true, false]);
  });

  it('has numbers up to 256 and down to -256', () => {
    const xyz = (value: number) =>
      withTag('rXYZ', Buffer.concat([Buffer.from('XYZ \0\0\0\0'), uint32(value), Buffer.alloc(8)]));
    const most = 256 * 0x10000;
    expect([most, most + 1, -most, -most - 1].map((value) => isKept(xyz(value)))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('has curves of 32,767 values at most, that go one way but for a hundredth', () => {
    const flat = (count: number) => curveTag(...new Array<number>(count).fill(7));
    expect([0, 1, 0x7fff, 0x8000].map((count) => isKept(withTag('rTRC', flat(count))))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    const wavers = (step: number) => curveTag(0, 20_000, 20_000 - step, 40_000);
    const falls = (step: number) => curveTag(40_000, 20_000, 20_000 + step, 0);
    for (const curve of [wavers, falls])
      expect([0x400, 0x401].map((step) => isKept(withTag('gTRC', curve(step))))).toEqual([
        true,
        false,
      ]);
  });

  it.each([0, 1, 2, 3, 4, 5])(
    'has parametric curves of type %i with their own number of numbers',
    (kind) => {
      const count = [1, 3, 4, 5, 7][kind];
      const head = Buffer.from([...Buffer.from('para\0\0\0\0'), 0, kind, 0, 0]);
      const curve = (numbers: number) =>
        Buffer.concat([head, Buffer.alloc(4 * numbers, uint32(0x8000))]);
      expect(isKept(withTag('bTRC', curve(count ?? 9)))).toBe(count !== undefined);
      // the end of the file, so that no other tag gives the missing number
      if (count !== undefined) expect(isKept(withTag('bTRC', curve(count - 1)))).toBe(false);
      const rebuilt = rebuildIccProfile(withTag('bTRC', curve((count ?? 0) + 2)), 'RGB ');
      const exact = rebuildIccProfile(withTag('bTRC', curve(count ?? 0)), 'RGB ');
      expect(rebuilt).toEqual(exact);
    },
  );

  it.each([
    ['two points a side', 2, true],
    ['one', 1, false],
    ['none', 0, false],
  ])('has tables of %s: %i, %s', (_, points, kept) => {
    const lut = changed(lutTag(3), (copy) => copy.writeUInt8(points, 10));
    const matrix = changed(lutAToBTag(3), (copy) => {
      copy.writeUInt8(points, copy.readUInt32BE(12 + 4 * 3));
    });
    for (const table of [lut, matrix]) expect(isKept(iccOf('RGB ', [['A2B0', table]]))).toBe(kept);
  });

  it.each([
    [1, false],
    [2, true],
    [4_096, true],
    [4_097, false],
  ])('has tables with %i values a curve: %s', (entries, kept) => {
    const lut = lutTag(3);
    const table = Buffer.concat([lut, Buffer.alloc(2 * 3 * 5_000)]);
    table.writeUInt16BE(entries, 48);
    expect(isKept(iccOf('RGB ', [['A2B0', table]]))).toBe(kept);
    table.writeUInt16BE(2, 48);
    table.writeUInt16BE(entries, 50);
    expect(isKept(iccOf('RGB ', [['A2B0', table]]))).toBe(kept);
  });

  it.each([1, 2, 3, 4, 5, 6])('has tables of %i bytes a number: one or two', (bytes) => {
    const table = changed(lutAToBTag(3), (copy) => {
      copy.writeUInt8(bytes, copy.readUInt32BE(12 + 4 * 3) + 16);
    });
    expect(isKept(iccOf('RGB ', [['A2B0', table]]))).toBe(bytes <= 2);
  });

  it('is written in as few segments as hold it, each full before the next', () => {
    const most = 65_533 - 14;
    const sizes = [1, most - 1, most, most + 1, 2 * most, 2 * most + 1];
    expect(sizes.map((bytes) => buildIccSegments(new Uint8Array(bytes)).length)).toEqual([
      1, 1, 1, 2, 2, 3,
    ]);
    const [first, second] = buildIccSegments(new Uint8Array(most + 1));
    expect([first?.length, second?.length]).toEqual([65_537, 19]);
    expect([first, second].map((segment) => [segment?.[16], segment?.[17]])).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  it('of two segments is read by decoders as it was', async () => {
    const table = Buffer.concat([
      lutTag(4),
      Buffer.alloc(2 * 4 * 4_096 + 2 * 3 * 4_096 + 50_000, 9),
    ]);
    table.writeUInt16BE(4_096, 48);
    table.writeUInt16BE(4_096, 50);
    const profile = iccOf('CMYK', [['A2B0', table]]);
    const jpeg = await pixelPipeline().toColourspace('cmyk').jpeg().toBuffer();
    const { bytes } = rebuildImage(insertSegments(jpeg, ...iccSegments(profile)));
    const due = rebuildIccProfile(profile, 'CMYK');
    expect(due?.length).toBeGreaterThan(50_000);
    expect((await sharp(bytes).metadata()).icc).toEqual(Buffer.from(due ?? []));
  });
});

it('a file has a hundred thousand parts at most (security.linear-work)', () => {
  expect(() => checkPartCount(100_000)).not.toThrow();
  expect(() => checkPartCount(100_001)).toThrow('too many parts');
});
