import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { creditPart } from '../../../../../core/codecs/credit/build-credit-packet.ts';
import { readCredit } from '../../../../../core/codecs/credit/read-credit.ts';
import { findGainMap } from '../../../../../core/codecs/gain-map/find-gain-map.ts';
import { joinGainMap } from '../../../../../core/codecs/gain-map/join-gain-map.ts';
import { GREY_NUMBERS, makeHdr } from '../../../../support/images/make-hdr.ts';

const CREDIT = {
  creator: 'Ann <Example> & Söhne',
  copyright: '© 2026 "Ann"',
  licenseUrl: 'https://example.com/licence?a=1&b=2',
};

describe('a gain map beside a credit (uploads.gain-map, uploads.credit)', () => {
  it('is listed in the one packet that states the credit', async () => {
    const { base, map } = await makeHdr();
    const file = joinGainMap(base, { bytes: map, numbers: GREY_NUMBERS }, [creditPart(CREDIT)]);
    expect(readCredit('jpg', file)).toEqual(CREDIT);
    expect(findGainMap(file)?.numbers).toEqual(GREY_NUMBERS);
    // libultrahdr reads it too
    expect((await sharp(file).metadata()).gainMap).toBeDefined();
    const image = Buffer.from(file.subarray(0, findGainMap(file)?.start)).toString();
    expect(image).toContain('Ann &lt;Example&gt; &amp; Söhne');
    expect(image.split('<x:xmpmeta')).toHaveLength(2);
  });
});
