import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { findGainMap, withoutGainMap } from '../../../../../core/codecs/gain-map/find-gain-map.ts';
import { acceptUnhurried } from '../../../../support/images/accept-unhurried.ts';
import { ALPHA_HEIC, PLAIN_HEIC } from '../../../../support/images/heic/heic-samples.ts';
import { type HdrHeicForm, hdrHeicOf } from '../../../../support/images/heic/make-hdr-heic.ts';
import { NUMBERS } from '../../../../support/images/make-hdr.ts';

const engine = await createSharpEngine();
const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
const accept = (bytes: Uint8Array) =>
  acceptUnhurried(services, { bytes, contentType: 'image/heic' });
const pixelsOf = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();

describe('the gain map of a HEIC (uploads.gain-map)', () => {
  it('stays beside the converted image', async () => {
    const { bytes, hasGainMap, lost, convertedFrom, facts } = await accept(hdrHeicOf(PLAIN_HEIC));
    expect({ hasGainMap, lost, convertedFrom }).toEqual({
      hasGainMap: true,
      lost: [],
      convertedFrom: 'heic',
    });
    expect(facts).toMatchObject({ width: 64, height: 48 });
    const alone = (await accept(PLAIN_HEIC)).bytes;
    expect(await pixelsOf(withoutGainMap(bytes))).toEqual(await pixelsOf(alone));
    const map = findGainMap(bytes)?.bytes ?? alone;
    const [seen, due] = await Promise.all([map, alone].map(pixelsOf));
    const far = Array.from(seen ?? [], (value, at) => Math.abs(value - (due?.[at] ?? 0)));
    // the same pixels, with less chroma in the image
    expect(far.reduce((sum, one) => sum + one, 0) / far.length).toBeLessThan(4);
  });

  it('has the numbers of the item that derives the HDR image', async () => {
    const numbers = { ...NUMBERS };
    const { bytes } = await accept(hdrHeicOf(PLAIN_HEIC, { numbers }));
    expect(findGainMap(bytes)?.numbers).toEqual(NUMBERS);
  });

  it.each<[string, HdrHeicForm]>([
    ['that is stated larger than its image', { side: 65 }],
    ['that is stated far smaller than it is coded', { side: 1 }],
    ['of another image', { derivedFrom: [2, 1] }],
    ['that is missing', { derivedFrom: [1] }],
    ['of an unknown item', { derivedFrom: [1, 9] }],
    ['of a later version', { version: 1 }],
    ['of another codec', { mapType: 'av01' }],
    ['of numbers out of range', { numbers: { ...NUMBERS, capacityMax: 20 } }],
  ])('%s is lost, and the image stays', async (_, form) => {
    const { bytes, hasGainMap, lost } = await accept(hdrHeicOf(PLAIN_HEIC, form));
    expect({ hasGainMap, lost }).toEqual({ hasGainMap: false, lost: ['gainMap'] });
    expect(Buffer.compare(bytes, (await accept(PLAIN_HEIC)).bytes)).toBe(0);
  });

  it('of an image with transparency has no place in its PNG', async () => {
    const { format, hasGainMap } = await accept(ALPHA_HEIC);
    expect({ format, hasGainMap }).toEqual({ format: 'png', hasGainMap: false });
  });
});
