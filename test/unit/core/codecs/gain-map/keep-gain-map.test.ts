import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { findGainMap, withoutGainMap } from '../../../../../core/codecs/gain-map/find-gain-map.ts';
import { joinGainMap } from '../../../../../core/codecs/gain-map/join-gain-map.ts';
import { rebuildImage } from '../../../../../core/codecs/rebuild-image.ts';
import { acceptUnhurried } from '../../../../support/images/accept-unhurried.ts';
import { CANARY, XMP, ZIP } from '../../../../support/images/canaries.ts';
import { createWorkCounter } from '../../../../support/images/count-work.ts';
import { orientationTiff, withExifPrefix } from '../../../../support/images/make-exif.ts';
import {
  GREY_NUMBERS,
  greyRamps,
  type HdrParts,
  makeHdr,
  NUMBERS,
  pipelineOf,
  ramps,
  xmpSegment,
} from '../../../../support/images/make-hdr.ts';
import {
  findMarker,
  iccSegments,
  insertSegments,
  jpegSegment,
  tellingSegments,
} from '../../../../support/images/make-jpeg.ts';

const engine = await createSharpEngine();
const services = {
  imageEngine: async () => engine,
  abandonProcess: () => {
    throw new Error('the process was abandoned');
  },
};
const accept = (bytes: Uint8Array) =>
  acceptUnhurried(services, { bytes, contentType: 'image/jpeg' });
const pixelsOf = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();
const mapOf = (bytes: Uint8Array) => findGainMap(bytes)?.bytes ?? new Uint8Array(0);

/** A file whose map has these bytes, which its parts are not. */
const withMap = (base: Uint8Array, bytes: Uint8Array, numbers = GREY_NUMBERS) =>
  joinGainMap(base, { bytes, numbers });

/** A part of the file in place of another of the same length. */
function replaced(file: Uint8Array, from: string, to: string): Buffer {
  const copy = Buffer.from(file);
  const at = copy.lastIndexOf(from, undefined, 'latin1');
  if (at < 0 || from.length !== to.length) throw new Error(`no ${from}`);
  copy.write(to, at, 'latin1');
  return copy;
}

describe('the gain map of an upload (uploads.gain-map, security.no-metadata-in-renditions)', () => {
  it.each<[string, HdrParts]>([
    ['of one channel', {}],
    ['of three channels', { map: ramps, numbers: NUMBERS }],
    ['as large as its image', { mapWidth: 240, mapHeight: 160 }],
    ['of an image on its side', { orientation: 6 }],
  ])('%s stays, with its own pixels and those of the image', async (_, parts) => {
    const { base, map, file } = await makeHdr(parts);
    const { bytes, hasGainMap, lost, facts } = await accept(file);
    expect({ hasGainMap, lost }).toEqual({ hasGainMap: true, lost: [] });
    expect(facts.width).toBe(parts.orientation === 6 ? 160 : 240);
    const stored = findGainMap(bytes);
    expect(stored?.numbers).toEqual(parts.numbers ?? GREY_NUMBERS);
    expect(await pixelsOf(mapOf(bytes))).toEqual(await pixelsOf(map));
    const alone = (await accept(base)).bytes;
    expect(await pixelsOf(withoutGainMap(bytes))).toEqual(await pixelsOf(alone));
    // the scans of the image are the very bytes that they would be without the map
    const scans = (jpeg: Uint8Array) => jpeg.subarray(findMarker(jpeg, 0xdb));
    expect(Buffer.compare(scans(withoutGainMap(bytes)), scans(alone))).toBe(0);
  });

  it('of a file that sharp wrote stays', async () => {
    const sent = await pipelineOf(ramps, 240, 160).withGainMap().jpeg().toBuffer();
    const { hasGainMap, lost } = await accept(sent);
    expect({ hasGainMap, lost }).toEqual({ hasGainMap: true, lost: ['exif'] });
  });

  it('of a stored file is stored again as the same bytes', async () => {
    const { bytes } = await accept((await makeHdr({ map: ramps, numbers: NUMBERS })).file);
    const again = await accept(bytes);
    expect(Buffer.compare(again.bytes, bytes)).toBe(0);
    expect(again.lost).toEqual([]);
  });

  it('leaves nothing else of the file, in the image or in the map', async () => {
    const { base, map } = await makeHdr();
    const profile = await sharp(map).withIccProfile('p3').jpeg().toBuffer();
    const telling = insertSegments(
      Buffer.concat([map, ZIP]),
      ...tellingSegments(6),
      ...iccSegments((await sharp(profile).metadata()).icc ?? Buffer.alloc(0)),
    );
    // the marks of another MPF block would come first
    const file = insertSegments(
      withMap(base, telling),
      jpegSegment(0xe1, withExifPrefix(orientationTiff(1))),
      xmpSegment(XMP),
      jpegSegment(0xed, `Photoshop 3.0\0${CANARY.iptc}`),
    );
    const { bytes, hasGainMap, lost } = await accept(Buffer.concat([file, ZIP]));
    expect(hasGainMap).toBe(true);
    expect(lost).toEqual(['xmp']);
    const text = Buffer.from(bytes).toString('latin1');
    expect(text).not.toContain('CANARY');
    expect(text).not.toContain('PK\x03\x04');
    const inMap = Buffer.from(mapOf(bytes)).toString('latin1');
    for (const mark of ['Exif', 'ICC_PROFILE', 'Photoshop', 'MPF']) {
      expect(inMap, mark).not.toContain(mark);
    }
    expect(await pixelsOf(mapOf(bytes))).toEqual(await pixelsOf(map));
  });

  it('is lost where it is no map of its image, and the image stays', async () => {
    const { base, map } = await makeHdr();
    const grey = (width: number, height: number) =>
      pipelineOf(greyRamps, width, height).jpeg().toBuffer();
    const bomb = Buffer.from(map);
    bomb.writeUInt16BE(65_500, findMarker(map, 0xc0) + 5);
    bomb.writeUInt16BE(65_500, findMarker(map, 0xc0) + 7);
    const cases: Record<string, Uint8Array> = {
      'larger than its image': withMap(base, await grey(300, 200)),
      'of another shape': withMap(base, await grey(60, 60)),
      'that is a bomb': withMap(base, bomb),
      'that is cut': withMap(base, map.subarray(0, map.length - 400)),
      'of four inks': withMap(
        base,
        await pipelineOf(ramps, 60, 40).toColourspace('cmyk').jpeg().toBuffer(),
      ),
      'whose offset leads nowhere': replaced(
        withMap(base, map),
        'MPF\0MM\0*\0\0\0\x08',
        'MPF\0MM\0*\0\0\xff\x08',
      ),
      'for an HDR image': replaced(
        withMap(base, map),
        'urn:iso:std:iso:ts:21496:-1\0\0\0\0\0\x48',
        'urn:iso:std:iso:ts:21496:-1\0\0\0\0\0\x4c',
      ),
    };
    const { bytes: alone } = await accept(base);
    for (const [name, file] of Object.entries(cases)) {
      const { bytes, hasGainMap, lost } = await accept(file);
      expect({ name, hasGainMap, lost }).toEqual({ name, hasGainMap: false, lost: ['gainMap'] });
      expect(Buffer.compare(bytes, alone), name).toBe(0);
    }
  });

  it('is looked for in 16 images of a list of 4,000, each of which is walked once', () => {
    const entries = 4_000; // as many as a segment holds
    const block = (count: number) => {
      const list = Buffer.alloc(26 + count * 16);
      list.write('MM\0*\0\0\0\x08\0\x01\xb0\x02\0\x07', 0, 'latin1');
      list.writeUInt32BE(count * 16, 14);
      list.writeUInt32BE(26, 18);
      for (let at = 0; at < count; at += 1) list.writeUInt32BE(count * 16 + 26, 26 + at * 16 + 8);
      return jpegSegment(0xe2, Buffer.concat([Buffer.from('MPF\0'), list]));
    };
    const map = Buffer.from('\xff\xd8\xff\xda\0\x02', 'latin1');
    const file = (count: number) =>
      Buffer.concat([Buffer.from([0xff, 0xd8]), block(count), map.subarray(2), map]);
    const workOf = (count: number) => {
      const { watch, work } = createWorkCounter();
      expect(findGainMap(watch(file(count)))).toBeUndefined();
      return work();
    };
    expect(workOf(entries)).toBeLessThan(workOf(16) * 1.5);
  });

  it('of a file without one costs no more than its header', async () => {
    const base = Buffer.concat([(await makeHdr()).base, Buffer.alloc(1_000_000)]);
    const { watch, work } = createWorkCounter();
    withoutGainMap(watch(base));
    expect(work()).toBeLessThan(2_000);
  });

  it('doesn’t alter what a rebuild without it keeps', async () => {
    const { file, base } = await makeHdr();
    expect(Buffer.compare(rebuildImage(file).bytes, rebuildImage(base).bytes)).toBe(0);
  });
});
