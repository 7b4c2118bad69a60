import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { rebuildIccProfile } from '../../../../core/codecs/icc/rebuild-icc-profile.ts';
import { widenGreyProfile } from '../../../../core/codecs/icc/widen-grey-profile.ts';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import { ZIP } from '../../../support/images/canaries.ts';
import {
  curveTag,
  type IccTag,
  iccOf,
  makeIcc,
  SCREEN_TAGS,
  screenTableTag,
} from '../../../support/images/make-icc.ts';
import { iccSegments, insertSegments } from '../../../support/images/make-jpeg.ts';
import { iccChunk, insertAfterHeader, pngChunk } from '../../../support/images/make-png.ts';
import { chunksOf, extendedChunk, riffChunk, webpOf } from '../../../support/images/make-webp.ts';
import { HEIGHT, pixelPipeline, WIDTH } from '../../../support/images/raw-pixels.ts';

const MEGABYTE = 1_048_576;
const ICC_FLAG = 0x20;

function changed(profile: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(profile);
  change(copy);
  return copy;
}

function rebuilt(profile: Buffer): Buffer {
  const iccProfile = rebuildIccProfile(profile, 'RGB ');
  if (!iccProfile) throw new Error('the profile is not kept');
  return Buffer.from(iccProfile);
}

const BAD: [string, Buffer][] = [
  ['is too short', makeIcc(600).subarray(0, 131)],
  ['says to be longer than it is', changed(makeIcc(600), (p) => p.writeUInt32BE(601, 0))],
  ['says to be shorter than its header', changed(makeIcc(600), (p) => p.writeUInt32BE(127, 0))],
  ['lacks its signature', changed(makeIcc(600), (p) => p.write('ascp', 36))],
  ['is for another colour space', makeIcc(600, 'CMYK')],
  ['has no tags', changed(makeIcc(600), (p) => p.writeUInt32BE(0, 128))],
  ['has more tags than bytes', changed(makeIcc(600), (p) => p.writeUInt32BE(0xffffffff, 128))],
  ['has a tag beyond its end', changed(makeIcc(600), (p) => p.writeUInt32BE(601, 140))],
  ['has a tag in its own table', changed(makeIcc(600), (p) => p.writeUInt32BE(140, 136))],
  ['is larger than 1 MB', makeIcc(MEGABYTE + 4)],
];

describe('colour profiles', () => {
  let jpeg: Buffer;
  let png: Buffer;
  let webp: Buffer[];
  const withProfile = (profile: Buffer) => [
    insertSegments(jpeg, ...iccSegments(profile)),
    insertAfterHeader(png, iccChunk(profile)),
    webpOf(extendedChunk(ICC_FLAG, WIDTH, HEIGHT), riffChunk('ICCP', profile), ...webp),
  ];

  beforeAll(async () => {
    jpeg = await pixelPipeline().jpeg().toBuffer();
    png = await pixelPipeline().png().toBuffer();
    webp = chunksOf(await pixelPipeline().webp().toBuffer()).map(({ bytes }) => bytes);
  });

  it.each(BAD)('drops one that %s (uploads.colour-profile)', async (_, profile) => {
    expect(rebuildIccProfile(profile, 'RGB ')).toBeUndefined();
    for (const image of withProfile(profile)) {
      const { bytes } = rebuildImage(image);
      expect(bytes.length).toBeLessThan(10_000);
      expect(Buffer.from(bytes).includes('mntr')).toBe(false);
      expect((await sharp(bytes).metadata()).icc).toBeUndefined();
    }
  });

  it.each([
    ['is of version 5', (p: Buffer) => void p.writeUInt8(5, 8)],
    ['is of grey under Lab', (p: Buffer) => void p.write('Lab ', 20)],
  ])('drops one of grey that %s, as browsers do (uploads.colour-profile)', (_, change) => {
    expect(rebuildIccProfile(makeIcc(600, 'GRAY'), 'GRAY')).toBeDefined();
    expect(rebuildIccProfile(changed(makeIcc(600, 'GRAY'), change), 'GRAY')).toBeUndefined();
  });

  it('writes a version that every decoder takes (uploads.colour-profile)', () => {
    const usual = changed(makeIcc(600), (p) => p.writeUInt8(2, 8));
    for (const version of [0, 1, 3]) {
      const other = changed(usual, (p) => p.writeUInt8(version, 8));
      expect(rebuilt(other).equals(rebuilt(usual))).toBe(true);
      expect(rebuilt(other)[8]).toBe(2);
    }
  });

  it('gives grey the one curve of three colours, and no other one (uploads.colour-profile)', () => {
    const grey = rebuildIccProfile(iccOf('RGB ', SCREEN_TAGS), 'GRAY');
    const read = Buffer.from(grey ?? []);
    expect(read.toString('latin1', 16, 20)).toBe('GRAY');
    expect(read.includes('kTRC') && read.includes(curveTag(461))).toBe(true);
    expect(read.includes('rXYZ')).toBe(false);
    const several = SCREEN_TAGS.map(
      ([name, data]): IccTag => [name, name === 'gTRC' ? curveTag(256) : data],
    );
    expect(rebuildIccProfile(iccOf('RGB ', several), 'GRAY')).toBeUndefined();
    const table: IccTag = ['A2B0', screenTableTag()];
    expect(rebuildIccProfile(iccOf('RGB ', [...SCREEN_TAGS, table]), 'GRAY')).toBeUndefined();
  });

  it('gives a grey image of three channels the curve of a profile of grey', () => {
    const grey = makeIcc(600, 'GRAY');
    const wide = rebuildIccProfile(widenGreyProfile(grey), 'RGB ');
    expect(Buffer.from(wide ?? []).includes(curveTag(461))).toBe(true);
    expect(rebuildIccProfile(wide ?? grey, 'GRAY')).toBeDefined();
    for (const other of [makeIcc(600), Buffer.from('none'), grey.subarray(0, 140)]) {
      expect(widenGreyProfile(other)).toBe(other);
    }
  });

  it('keeps one of exactly 1 MB (uploads.colour-profile)', async () => {
    for (const image of withProfile(makeIcc(MEGABYTE))) {
      const kept = (await sharp(rebuildImage(image).bytes).metadata()).icc;
      expect(kept?.equals(rebuilt(makeIcc(600)))).toBe(true);
    }
  });

  it('cuts the bytes behind the profile within its block (uploads.colour-profile)', async () => {
    const profile = makeIcc(600);
    for (const image of withProfile(Buffer.concat([profile, ZIP]))) {
      const kept = (await sharp(rebuildImage(image).bytes).metadata()).icc;
      expect(kept?.equals(rebuilt(profile))).toBe(true);
    }
  });

  it('keeps nothing of a profile that inflates to 100 MB (uploads.colour-profile)', () => {
    const bomb = Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(100_000_000))]);
    const image = insertAfterHeader(png, pngChunk('iCCP', bomb));
    expect(Buffer.from(rebuildImage(image).bytes).equals(rebuildImage(png).bytes)).toBe(true);
  });

  it.each([
    ['a part is missing', (parts: Buffer[]) => parts.slice(1)],
    ['a part is there twice', (parts: Buffer[]) => [...parts.slice(1), parts[1] as Buffer]],
    ['there is a part too many', (parts: Buffer[]) => [...parts, parts[0] as Buffer]],
    [
      'a part has number 0',
      (parts: Buffer[]) => parts.map((part, i) => changed(part, (p) => p.writeUInt8(i, 16))),
    ],
    [
      'the parts differ in their count',
      (parts: Buffer[]) =>
        parts.map((part, i) => (i === 1 ? changed(part, (p) => p.writeUInt8(9, 17)) : part)),
    ],
  ])('drops the profile of a JPEG where %s', (_, spoil) => {
    const parts = iccSegments(makeIcc(1000), 300);
    const plain = rebuildImage(jpeg).bytes;
    const spoilt = rebuildImage(insertSegments(jpeg, ...spoil(parts))).bytes;
    expect(Buffer.from(spoilt).equals(plain)).toBe(true);
    expect(rebuildImage(insertSegments(jpeg, ...parts)).bytes.length).toBeGreaterThan(plain.length);
  });

  it.each([
    ['has no name', Buffer.concat([Buffer.from('\0\0'), deflateSync(makeIcc(600))])],
    ['has an endless name', Buffer.from('n'.repeat(200))],
    [
      'is compressed in an unknown way',
      Buffer.concat([Buffer.from('n\0\x01'), deflateSync(makeIcc(600))]),
    ],
    ['is cut', Buffer.concat([Buffer.from('n\0\0'), deflateSync(makeIcc(600)).subarray(0, -20)])],
    ['is not compressed', Buffer.concat([Buffer.from('n\0\0'), makeIcc(600)])],
  ])('drops the profile of a PNG that %s', (_, data) => {
    const image = insertAfterHeader(png, pngChunk('iCCP', data));
    expect(Buffer.from(rebuildImage(image).bytes).equals(rebuildImage(png).bytes)).toBe(true);
  });

  it('gives the profile of a PNG a neutral name', () => {
    const image = insertAfterHeader(png, iccChunk(makeIcc(600), 'CANARY of the screen'));
    expect(Buffer.from(rebuildImage(image).bytes).includes('iCCPicc\0\0')).toBe(true);
    expect(Buffer.from(rebuildImage(image).bytes).includes('CANARY')).toBe(false);
  });
});
