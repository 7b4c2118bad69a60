import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findGainMap } from '../../../../../core/codecs/gain-map/find-gain-map.ts';
import {
  type Channels,
  type GainMapNumbers,
  ISO_GAIN_MAP,
} from '../../../../../core/codecs/gain-map/gain-map.ts';
import {
  buildIsoNumbers,
  readIsoNumbers,
} from '../../../../../core/codecs/gain-map/iso-numbers.ts';
import { joinGainMap } from '../../../../../core/codecs/gain-map/join-gain-map.ts';
import {
  buildXmpNumbers,
  readXmpNumbers,
} from '../../../../../core/codecs/gain-map/xmp-numbers.ts';
import { ImageFileFault } from '../../../../../core/codecs/image-file.ts';
import { XMP_TEXT } from '../../../../../core/codecs/jpeg/jpeg-application-data.ts';
import { rebuildJpegPixels } from '../../../../../core/codecs/jpeg/rebuild-jpeg.ts';
import { rebuildImage } from '../../../../../core/codecs/rebuild-image.ts';
import { uint32Be } from '../../../../../core/codecs/write-bytes.ts';
import {
  GREY_NUMBERS,
  makeHdr,
  NUMBERS,
  pipelineOf,
  ramps,
} from '../../../../support/images/make-hdr.ts';

const isoOf = (numbers: GainMapNumbers) => buildIsoNumbers(numbers).subarray(ISO_GAIN_MAP.length);
const xmpOf = (numbers: GainMapNumbers) => buildXmpNumbers(numbers).subarray(XMP_TEXT.length);
const packet = (attributes: string, content = '') =>
  Buffer.from(
    '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      '<rdf:Description xmlns:g="http://ns.adobe.com/hdr-gain-map/1.0/" ' +
      `${attributes}>${content}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>  `,
  );
const LEAST = 'g:Version="1.0" g:GainMapMax="2.5" g:HDRCapacityMax="2.5"';

const millionths = (from: number, to: number) =>
  fc.integer({ min: from * 1e6, max: to * 1e6 }).map((value) => value / 1e6);
const three = (one: fc.Arbitrary<number>): fc.Arbitrary<Channels> =>
  fc.oneof(
    one.map((value): Channels => [value, value, value]),
    fc.tuple(one, one, one),
  );
const anyNumbers: fc.Arbitrary<GainMapNumbers> = fc.record({
  min: three(millionths(-16, 0)),
  max: three(millionths(0, 16)),
  gamma: three(millionths(0.01, 100)),
  offsetSdr: three(millionths(-1, 1)),
  offsetHdr: three(millionths(-1, 1)),
  capacityMin: millionths(0, 7),
  capacityMax: millionths(8, 16),
});

describe('the numbers of a gain map (uploads.gain-map)', () => {
  it('are the same in both forms, whatever they are', () => {
    fc.assert(
      fc.property(anyNumbers, (numbers) => {
        expect(readIsoNumbers(isoOf(numbers))).toEqual(numbers);
        expect(readXmpNumbers(xmpOf(numbers))).toEqual(numbers);
      }),
    );
  });

  it('are read of XMP as attributes, elements and lists, under any prefix', () => {
    expect(readXmpNumbers(packet(LEAST))).toEqual({
      ...GREY_NUMBERS,
      max: [2.5, 2.5, 2.5],
      capacityMax: 2.5,
    });
    const list =
      '<g:GainMapMax><rdf:Seq><rdf:li>1</rdf:li><rdf:li>2.25</rdf:li>\n<rdf:li>3e0</rdf:li>' +
      '</rdf:Seq></g:GainMapMax><g:Gamma> 1.5 </g:Gamma>';
    const read = readXmpNumbers(packet('g:Version="1.0" g:HDRCapacityMax="3"', list));
    expect(read).toMatchObject({ max: [1, 2.25, 3], gamma: [1.5, 1.5, 1.5], capacityMax: 3 });
  });

  it('of XMP without the version of a gain map are none', () => {
    expect(readXmpNumbers(packet(LEAST.replace('1.0', '2.0')))).toBeUndefined();
    expect(readXmpNumbers(packet('g:GainMapMax="2"'))).toBeUndefined();
    expect(readXmpNumbers(Buffer.from('<x/>'))).toBeUndefined();
  });

  it.each([
    ['no greatest gain', 'g:Version="1.0" g:HDRCapacityMax="2.5"'],
    ['no headroom', 'g:Version="1.0" g:GainMapMax="2.5"'],
    ['a text', LEAST.replace('"2.5"', '"bright"')],
    ['a number of base 16', LEAST.replace('"2.5"', '"0x2"')],
    ['no number at all', LEAST.replace('"2.5"', '""')],
    ['infinity', LEAST.replace('"2.5"', '"1e999"')],
    ['a gain out of range', LEAST.replace('"2.5"', '"16.1"')],
    ['a gamma of 0', `${LEAST} g:Gamma="0"`],
    ['a negative gamma', `${LEAST} g:Gamma="-1"`],
    ['an offset out of range', `${LEAST} g:OffsetSDR="2"`],
    ['a least gain beyond the greatest', `${LEAST} g:GainMapMin="2.6"`],
    ['a headroom that ends where it begins', `${LEAST} g:HDRCapacityMin="2.5"`],
    ['a map that makes an image darker', `${LEAST} g:BaseRenditionIsHDR="True"`],
  ])('of XMP are refused with %s', (_, attributes) => {
    expect(() => readXmpNumbers(packet(attributes))).toThrow(ImageFileFault);
  });

  it('of XMP are refused with two or four channels', () => {
    for (const count of [2, 4]) {
      const items = '<rdf:li>1</rdf:li>'.repeat(count);
      const list = `<g:Gamma><rdf:Seq>${items}</rdf:Seq></g:Gamma>`;
      expect(() => readXmpNumbers(packet(LEAST, list))).toThrow(ImageFileFault);
    }
  });

  it('of XMP are refused where entities grow, or the XML is broken', () => {
    const grown =
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' +
      Array.from(
        'bcdefghi',
        (name, at) => `<!ENTITY ${name} "${`&${'abcdefgh'[at]};`.repeat(10)}">`,
      ).join('') +
      ']><x>&i;</x>';
    expect(() => readXmpNumbers(Buffer.from(grown))).toThrow(ImageFileFault);
    expect(() => readXmpNumbers(Buffer.from('<x><y></x>'))).toThrow(ImageFileFault);
  });

  /** A block of one channel, each number a fraction. */
  const fractions = (flags: number, ...values: readonly number[]) =>
    Uint8Array.of(0, 0, 0, 0, flags, ...values.flatMap(uint32Be));
  const USUAL = [0, 1, 5, 2, -1, 4, 5, 2, 1, 1, 1, 64, 1, 64];

  it('of ISO 21496-1 are read as fractions', () => {
    expect(readIsoNumbers(fractions(0x40, ...USUAL))).toEqual({
      ...GREY_NUMBERS,
      min: [-0.25, -0.25, -0.25],
      max: [2.5, 2.5, 2.5],
      capacityMax: 2.5,
    });
  });

  it.each([
    ['cut', fractions(0x40, ...USUAL.slice(0, -1))],
    ['with a denominator of 0', fractions(0x40, ...USUAL.with(3, 0))],
    ['with a common denominator of 0', fractions(0x48, 0, 0, 5, 0, 5, 1, 0, 0)],
    ['for an HDR image', fractions(0x44, ...USUAL)],
    ['in other colours for each channel', fractions(0x80, ...USUAL, ...USUAL, ...USUAL)],
    ['of a later version', fractions(0x40, ...USUAL).with(1, 1)],
    ['that are empty', new Uint8Array(0)],
  ])('of ISO 21496-1 are refused %s', (_, block) => {
    expect(() => readIsoNumbers(block)).toThrow(ImageFileFault);
  });

  it('are those that libultrahdr reads, and writes again', async () => {
    for (const numbers of [GREY_NUMBERS, NUMBERS]) {
      const { file } = await makeHdr({ numbers });
      const again = await sharp(file).keepGainMap().resize(120).jpeg().toBuffer();
      const read = findGainMap(again)?.numbers;
      const flat = (all: GainMapNumbers | undefined) => Object.values(all ?? {}).flat();
      expect(flat(read)).toHaveLength(flat(numbers).length);
      for (const [at, value] of flat(read).entries()) {
        expect(value).toBeCloseTo(flat(numbers)[at] ?? Number.NaN, 4);
      }
    }
  });

  it('are written so that libultrahdr finds the map of a rebuilt file', async () => {
    const sent = await pipelineOf(ramps, 240, 160).withGainMap().jpeg().toBuffer();
    const found = findGainMap(sent);
    if (!found) throw new Error('sharp wrote no gain map');
    const { bytes } = rebuildJpegPixels(found.bytes, () => undefined);
    const rebuilt = joinGainMap(rebuildImage(sent).bytes, { bytes, numbers: found.numbers });
    const [before, after] = await Promise.all(
      [sent, rebuilt].map(async (file) => {
        const { gainMap } = await sharp(file).metadata();
        return gainMap && sharp(gainMap.image).raw().toBuffer();
      }),
    );
    expect(before).toBeDefined();
    expect(after).toEqual(before);
  });
});
