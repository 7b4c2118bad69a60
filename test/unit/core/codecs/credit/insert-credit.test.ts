import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { insertCredit } from '../../../../../core/codecs/credit/insert-credit.ts';
import { readCredit } from '../../../../../core/codecs/credit/read-credit.ts';
import { readHeader } from '../../../../../core/codecs/read-header.ts';
import { rebuildImage } from '../../../../../core/codecs/rebuild-image.ts';
import {
  creatorsOf,
  dataset,
  iptcSegment,
  packetOf,
  withPacket,
} from '../../../../support/credit/make-credit.ts';
import { drawAnimation } from '../../../../support/images/draw.ts';
import { orientationTiff, withExifPrefix } from '../../../../support/images/make-exif.ts';
import { insertSegments, jpegSegment } from '../../../../support/images/make-jpeg.ts';
import { chunksOf } from '../../../../support/images/make-webp.ts';
import { pixelPipeline } from '../../../../support/images/raw-pixels.ts';

const JPEG = await pixelPipeline().jpeg().toBuffer();
const CREDIT = { creator: 'A & <B>', copyright: '© "C"', licenseUrl: 'https://a.b/?c&d' };
const turned = insertSegments(JPEG, jpegSegment(0xe1, withExifPrefix(orientationTiff(6))));
const FILES: readonly (readonly [string, 'jpg' | 'png' | 'webp', Uint8Array])[] = [
  ['a JPEG', 'jpg', JPEG],
  ['a JPEG with an orientation', 'jpg', turned],
  ['a JPEG of four inks', 'jpg', await pixelPipeline().toColourspace('cmyk').jpeg().toBuffer()],
  ['a PNG', 'png', await pixelPipeline().png().toBuffer()],
  ['a PNG of a palette', 'png', await pixelPipeline().png({ palette: true }).toBuffer()],
  ['a simple WebP', 'webp', await pixelPipeline().webp().toBuffer()],
  ['a lossless WebP', 'webp', await pixelPipeline().webp({ lossless: true }).toBuffer()],
  ['a WebP with alpha', 'webp', await pixelPipeline().ensureAlpha(0.5).webp().toBuffer()],
  [
    'a lossless WebP with alpha',
    'webp',
    await pixelPipeline().ensureAlpha(0.5).webp({ lossless: true }).toBuffer(),
  ],
  ['a WebP with a profile', 'webp', await pixelPipeline().withIccProfile('p3').webp().toBuffer()],
  [
    'an animated WebP',
    'webp',
    await sharp(await drawAnimation(20, 10), { animated: true })
      .webp()
      .toBuffer(),
  ],
];
const pixelsOf = (bytes: Uint8Array) => sharp(bytes, { animated: true }).raw().toBuffer();

describe('a file with its credit (uploads.credit)', () => {
  it.each(FILES)('has the same pixels and facts: %s', async (_, format, sent) => {
    const { bytes, header } = rebuildImage(sent);
    const stated = insertCredit(bytes, CREDIT);
    expect(readCredit(format, stated)).toEqual(CREDIT);
    expect(readHeader(stated)).toEqual(header);
    expect((await pixelsOf(stated)).equals(await pixelsOf(bytes))).toBe(true);
    const { xmp, xmpAsString, size, ...others } = await sharp(stated).metadata();
    expect(await sharp(bytes).metadata()).toEqual({ ...others, size: expect.any(Number) });
    expect([xmp?.length, size]).toEqual([
      xmpAsString && Buffer.byteLength(xmpAsString),
      stated.length,
    ]);
  });

  it.each(FILES)('is rebuilt without it, and stated again byte for byte: %s', (_, format, sent) => {
    const { bytes } = rebuildImage(sent);
    const stated = insertCredit(bytes, CREDIT);
    const again = rebuildImage(stated).bytes;
    expect(insertCredit(again, readCredit(format, stated))).toEqual(stated);
    expect(readCredit(format, again)).toBeNull();
  });

  it('is the same without one, and as a GIF', async () => {
    expect(insertCredit(JPEG, null)).toBe(JPEG);
    const gif = await pixelPipeline().gif().toBuffer();
    expect(insertCredit(gif, CREDIT)).toBe(gif);
  });

  it('of a simple WebP is an extended one, with the flag of its packet', async () => {
    const { bytes } = rebuildImage(await pixelPipeline().webp().toBuffer());
    const chunks = chunksOf(insertCredit(bytes, CREDIT));
    expect(chunks.map(({ type }) => type)).toEqual(['VP8X', 'VP8 ', 'XMP ']);
    expect(chunks[0]?.data[0]).toBe(0x04);
  });

  it('states any text as it was read', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(anyText, fc.uint8Array({ maxLength: 60 }), fc.webUrl(), (name, bytes, url) => {
        const iptc = iptcSegment(
          Buffer.concat([dataset(2, 80, Buffer.from(name)), dataset(2, 116, bytes)]),
        );
        const page = ` xmpRights:WebStatement="${url.replaceAll('&', '&amp;').replaceAll('"', '')}"`;
        const sent = insertSegments(withPacket(JPEG, packetOf('', page)), iptc);
        const credit = readCredit('jpg', sent);
        expect(readCredit('jpg', insertCredit(JPEG, credit))).toEqual(credit);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has at most 16 KB more, with the longest texts', () => {
    const creator = '😀'.repeat(500);
    const url = `https://a.b/?${'&amp;'.repeat(1_987)}`;
    const sent = withPacket(
      insertSegments(JPEG, iptcSegment(dataset(2, 116, '"'.repeat(500)))),
      packetOf(creatorsOf(creator), ` xmpRights:WebStatement="${url}"`),
    );
    const credit = readCredit('jpg', sent);
    expect(credit).toMatchObject({ creator, licenseUrl: expect.stringContaining('&&') });
    expect(insertCredit(JPEG, credit).length - JPEG.length).toBeLessThan(16_384);
  });
});
