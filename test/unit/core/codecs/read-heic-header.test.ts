import { describe, expect, it } from 'vitest';
import { readHeicHeader } from '../../../../core/codecs/heic/read-heic-header.ts';
import { ImageFileFault } from '../../../../core/codecs/image-file.ts';
import * as samples from '../../../support/images/heic/heic-samples.ts';
import { gridOf, withSetsInData } from '../../../support/images/heic/make-grid.ts';

const { PLAIN_HEIC } = samples;

function changed(bytes: Buffer, text: string, offset: number, ...values: number[]): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(values, copy.indexOf(text) + offset);
  return copy;
}

function expectRefused(bytes: Uint8Array, reason: string): void {
  expect(() => readHeicHeader(bytes)).toThrow(new ImageFileFault(reason));
}

describe('the header of a HEIC (security.bounds-from-header)', () => {
  it.each(Object.entries(samples))('has the size of %s', (name, bytes) => {
    const { width, height, hasFullChroma, profile } = readHeicHeader(bytes);
    expect([width, height].sort()).toEqual([64, 64]);
    expect(hasFullChroma).toBe(name === 'FULL_CHROMA_HEIC');
    expect(profile !== undefined).toBe(name === 'PROFILED_HEIC');
  });

  it('has the larger of the stated and the coded size', () => {
    const stated = changed(PLAIN_HEIC, 'ispe', 8, 0, 0, 1, 0, 0, 0, 2, 0);
    expect(readHeicHeader(stated)).toMatchObject({ width: 256, height: 512 });
    const coded = changed(PLAIN_HEIC, 'ispe', 8, 0, 0, 0, 8, 0, 0, 0, 8);
    expect(readHeicHeader(coded)).toMatchObject({ width: 64, height: 64 });
  });

  it('of a grid has its tiles', () => {
    const grid = gridOf(PLAIN_HEIC, { rows: 2, columns: 3, width: 150, height: 120 });
    expect(readHeicHeader(grid)).toMatchObject({ width: 150, height: 120 });
  });

  it('refuses a grid of far more tiles than it shows', () => {
    const grid = gridOf(PLAIN_HEIC, { rows: 20, columns: 20, width: 100, height: 100 });
    expectRefused(grid, 'The HEIC has more pixels than its displayed size.');
  });

  it.each([
    ['fewer tiles', { rows: 2, columns: 2, tiles: 3 }],
    ['more tiles', { rows: 2, columns: 2, tiles: 5 }],
    ['another size', { rows: 2, columns: 2, statedWidth: 90 }],
  ])('refuses a grid of %s than it says', (_, grid) => {
    const bytes = gridOf(PLAIN_HEIC, { width: 100, height: 100, ...grid });
    expectRefused(bytes, 'The grid of the HEIC is broken.');
  });

  it.each([
    ['an image of another codec', 'hvc1', 0, 0x61, 0x76, 0x30, 0x31],
    ['a derived image', 'hvc1', 0, 0x69, 0x6f, 0x76, 0x6c],
  ])('refuses %s', (_, text, offset, ...values) => {
    const bytes = changed(PLAIN_HEIC, text, offset, ...values);
    expectRefused(bytes, 'The HEIC has items that are not supported.');
  });

  it('refuses an image without a size, or without its parameters', () => {
    const noPixels = 'The HEIC has no pixels.';
    expectRefused(changed(PLAIN_HEIC, 'ispe', 0, 0x78), noPixels);
    expectRefused(changed(PLAIN_HEIC, 'ispe', 8, 0, 0, 0, 0), noPixels);
    expectRefused(changed(PLAIN_HEIC, 'hvcC', 0, 0x78), noPixels);
  });

  it('takes data that repeat the parameter sets of the header, and no others', () => {
    const form = { rows: 1, columns: 1, width: 64, height: 48 };
    const grid = gridOf(withSetsInData(PLAIN_HEIC), form);
    expect(readHeicHeader(grid)).toMatchObject({ width: 64, height: 64 });
    const sequenceSet = Buffer.from([0x42, 1]);
    const last = grid.lastIndexOf(sequenceSet);
    expect(last).toBeGreaterThan(grid.indexOf('mdat'));
    for (const place of [2, 12, 30]) {
      const other = Buffer.from(grid);
      other.writeUInt8(other.readUInt8(last + place) ^ 1, last + place);
      expectRefused(other, 'A coded image of the HEIC is broken.');
    }
  });

  it('refuses data with parameters of their own, and data of no image', () => {
    const unit = PLAIN_HEIC.indexOf('mdat') + 8;
    const broken = 'A coded image of the HEIC is broken.';
    for (const type of [32, 33, 34, 39]) {
      expectRefused(changed(PLAIN_HEIC, 'mdat', 8, type << 1), broken);
    }
    expect(PLAIN_HEIC.readUInt8(unit) >> 1).toBeLessThan(32);
  });
});
