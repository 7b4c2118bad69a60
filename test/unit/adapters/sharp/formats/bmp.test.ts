import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { ServiceError } from '../../../../../core/foundation/service-error.ts';
import { makeMutants } from '../../../../support/hostile/make-mutants.ts';
import { makeBmpSeeds } from '../../../../support/hostile/make-seeds.ts';
import { acceptUnhurried } from '../../../../support/images/accept-unhurried.ts';
import {
  type BmpForm,
  CORNERS,
  makeBmp,
  withBmpProfile,
  withRuns,
} from '../../../../support/images/bmp/make-bmp.ts';
import { SCREEN } from '../../../../support/images/colour-samples.ts';

const engine = await createSharpEngine();
const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
const accept = (bytes: Uint8Array, contentType = 'image/bmp') =>
  acceptUnhurried(services, { bytes, contentType });

/** The colours of the corners, and the least alpha. */
async function see(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const from = (y * info.width + x) * 4;
    return [...data.subarray(from, from + 3)];
  };
  const [right, bottom] = [info.width - 1, info.height - 1];
  return { corners: [at(0, 0), at(right, 0), at(0, bottom), at(right, bottom)], alpha: data[3] };
}

const EIGHT: BmpForm = { bits: 8 };
const FOUR: BmpForm = { bits: 4 };
/** A row of the first colour, and its end. */
const ROW = [5, 0, 0, 0];

describe('a BMP that comes in (uploads.bmp)', () => {
  it.each<BmpForm>([
    { bits: 24 },
    { bits: 32 },
    { bits: 8 },
    { bits: 4 },
    { bits: 1 },
    { bits: 24, isTopDown: true },
    { bits: 8, headerBytes: 12 },
    { bits: 24, headerBytes: 124 },
    { bits: 32, compression: 3 },
    { bits: 32, compression: 3, headerBytes: 108, alpha: 128 },
    { bits: 32, headerBytes: 108, alpha: 0 },
    { bits: 2 },
    { bits: 8, headerBytes: 16 },
    { bits: 24, headerBytes: 16 },
    { bits: 8, headerBytes: 64 },
    { bits: 24, headerBytes: 64 },
    { bits: 32, compression: 3, masks: [0xff, 0xff00, 0xff0000] },
    { bits: 32, compression: 3, headerBytes: 52, masks: [0xff00, 0xff0000, 0xff000000] },
    { bits: 32, compression: 6, alpha: 128 },
    { bits: 32, compression: 3, headerBytes: 124, masks: [0x3ff00000, 0xffc00, 0x3ff, 0] },
  ])('of the form %o is stored as PNG with the same pixels', async (form) => {
    const accepted = await accept(makeBmp(form));
    const isSheer = (form.alpha ?? 0) > 0;
    expect(accepted).toMatchObject({
      format: 'png',
      convertedFrom: 'bmp',
      facts: { width: 5, height: 4, frames: 1, hasAlpha: isSheer },
    });
    const due = form.bits === 1 ? [0, 1, 0, 1].map((at) => CORNERS[at]) : [...CORNERS];
    const seen = await see(accepted.bytes);
    expect(seen).toEqual({ corners: due, alpha: isSheer ? form.alpha : 255 });
  });

  it.each<[string, BmpForm, number]>([
    ['of 5 bits', { bits: 16 }, 5],
    ['of 5 and 6 bits', { bits: 16, compression: 3, masks: [0xf800, 0x7e0, 0x1f] }, 5],
    ['of 4 bits', { bits: 16, compression: 3, masks: [0xf00, 0xf0, 0xf] }, 9],
    ['of 2 and 3 bits', { bits: 16, compression: 3, masks: [0xc0, 0x38, 0x7] }, 43],
  ])('with channels %s has its colours, in 8 bits', async (_, form, most) => {
    const { bytes } = await accept(makeBmp({ size: { width: 7, height: 4 }, ...form }));
    const { corners, alpha } = await see(bytes);
    const distances = corners.flatMap((corner, at) =>
      corner.map((value, channel) => Math.abs(value - (CORNERS[at]?.[channel] ?? 0))),
    );
    expect(Math.max(...distances)).toBeLessThanOrEqual(most);
    expect(alpha).toBe(255);
  });

  it('is as clear as its alpha says, as in browsers', async () => {
    for (const alpha of [0, 1]) {
      const sent = makeBmp({ bits: 32, compression: 3, headerBytes: 108, alpha });
      expect((await see((await accept(sent)).bytes)).alpha).toBe(alpha);
    }
  });

  it('has its colours to the last bit of a mask of one bit', async () => {
    const sent = makeBmp({ bits: 16, compression: 3, masks: [0x4, 0x2, 0x1] });
    const due = CORNERS.map((corner) => corner.map((value) => (value < 128 ? 0 : 255)));
    expect((await see((await accept(sent)).bytes)).corners).toEqual(due);
  });

  it.each<[string, BmpForm, number, readonly number[], readonly number[]]>([
    ['whole rows', EIGHT, 1, [5, 2, 0, 0, ...ROW, ...ROW, 5, 1, 0, 1], [1, 1, 2, 2]],
    ['rows that run on', EIGHT, 1, [5, 2, 0, 0, 9, 0, 0, 0, ...ROW, 9, 1], [1, 1, 2, 2]],
    ['no end', EIGHT, 1, [5, 2, 0, 0, ...ROW, ...ROW, 5, 1], [1, 1, 2, 2]],
    [
      'rows behind the last',
      EIGHT,
      1,
      [5, 2, 0, 0, ...ROW, ...ROW, 5, 1, ...ROW, ...ROW, ...ROW],
      [1, 1, 2, 2],
    ],
    [
      'pixels one by one',
      EIGHT,
      1,
      [0, 5, 2, 0, 0, 0, 3, 0, 0, 0, ...ROW, ...ROW, 0, 5, 1, 0, 0, 0, 0, 0, 0, 1],
      [1, 0, 2, 3],
    ],
    [
      'a colour that is missing',
      EIGHT,
      1,
      [5, 255, 0, 0, ...ROW, ...ROW, 5, 1, 0, 1],
      [1, 1, -1, -1],
    ],
    ['an early end', EIGHT, 1, [5, 2, 0, 0, 0, 1], [-1, -1, 2, 2]],
    ['a move', EIGHT, 1, [0, 2, 4, 3, 1, 3, 0, 1], [-1, 3, -1, -1]],
    [
      'nibbles',
      FOUR,
      2,
      [5, 0x23, 0, 0, 5, 0, 0, 0, 5, 0, 0, 0, 0, 5, 0x10, 0, 0x20, 0, 0, 1],
      [1, 2, 2, 2],
    ],
    [
      'its first row first',
      { ...EIGHT, isTopDown: true },
      1,
      [5, 2, 0, 0, ...ROW, ...ROW, 5, 1, 0, 1],
      [2, 2, 1, 1],
    ],
    [
      'whole rows of OS/2',
      { ...EIGHT, headerBytes: 64 },
      1,
      [5, 2, 0, 0, ...ROW, ...ROW, 5, 1, 0, 1],
      [1, 1, 2, 2],
    ],
    [
      '24 bits of OS/2',
      { bits: 24, headerBytes: 64 },
      4,
      [
        5, 200, 60, 40, 0, 0, 5, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 5, 60, 160, 30, 60, 160, 30,
        60, 160, 30, 60, 160, 30, 40, 200, 220, 0, 0, 1,
      ],
      [1, 3, 2, 2],
    ],
  ])('of runs with %s is stored as browsers show it', async (_, form, code, codes, corners) => {
    const { bytes, facts } = await accept(withRuns(form, code, codes));
    expect(facts).toMatchObject({ width: 5, height: 4, hasAlpha: false });
    const due = corners.map((at) => CORNERS[at] ?? [0, 0, 0]);
    expect((await see(bytes)).corners).toEqual(due);
  });

  it.each<[string, readonly number[]]>([
    ['before its last row', [5, 2, 0, 0, ...ROW, ...ROW]],
    ['in a row', [5, 2, 0, 0, ...ROW, ...ROW, 4, 1]],
    ['in a run', [5, 2, 0, 0, ...ROW, ...ROW, 5]],
    ['in pixels one by one', [0, 9, 1, 1]],
    ['in a move', [0, 2, 1]],
  ])('of runs that end %s is cut (uploads.full-decode)', async (_, codes) => {
    await expect(accept(withRuns(EIGHT, 1, codes))).rejects.toMatchObject({
      options: { detail: 'The file ends too early.' },
    });
  });

  it.each([
    ['beside it', [0, 2, 6, 0, 1, 1, 0, 1]],
    ['below it', [0, 2, 0, 5, 1, 1, 0, 1]],
  ])('of runs that move %s is broken', async (_, codes) => {
    await expect(accept(withRuns(EIGHT, 1, codes))).rejects.toMatchObject({
      options: { detail: 'The BMP is broken.' },
    });
  });

  it('without the padding of its last row is whole', async () => {
    const { bytes } = await accept(makeBmp({ bits: 24 }).subarray(0, -1));
    expect((await see(bytes)).corners).toEqual([...CORNERS]);
  });

  it.each<[string, BmpForm, (bmp: Buffer) => void]>([
    ['no place of its rows', { bits: 8 }, (bmp) => void bmp.writeUInt32LE(0, 10)],
    ['a wrong size of its file', { bits: 8 }, (bmp) => void bmp.writeUInt32LE(7, 2)],
    ['more colours than it has', { bits: 8 }, (bmp) => void bmp.writeUInt32LE(9_999, 46)],
  ])('with %s has its colours', async (_, form, change) => {
    const sent = makeBmp(form);
    change(sent);
    expect((await see((await accept(sent)).bytes)).corners).toEqual([...CORNERS]);
  });

  it('with a colour beyond its palette has black there, as in browsers', async () => {
    const sent = makeBmp({ bits: 8 });
    sent.writeUInt32LE(3, 46);
    const { corners } = await see((await accept(sent)).bytes);
    expect(corners).toEqual([...CORNERS.slice(0, 3), [0, 0, 0]]);
  });

  it.each<[string, BmpForm]>([
    ['with runs of another depth', { bits: 8, compression: 2 }],
    ['with a JPEG in it', { bits: 24, compression: 4 }],
    ['with a PNG in it', { bits: 24, compression: 5 }],
    ['with runs of 24 bits, which Windows lacks', { bits: 24, compression: 4 }],
    ['with fax data of OS/2', { bits: 1, compression: 3, headerBytes: 64 }],
    ['with masks of a palette', { bits: 8, compression: 3 }],
    ['with a header of an unknown size', { bits: 24, headerBytes: 80 }],
  ])('%s is refused with the cure', async (_, form) => {
    await expect(accept(makeBmp(form))).rejects.toMatchObject({
      code: 'invalid_image',
      options: { detail: 'The BMP is compressed or of a rare kind: save it as PNG.' },
    });
  });

  it.each([
    ['with a gap', [0xf0f, 0xf0, 0]],
    ['that share a bit', [0xf800, 0xfe0, 0x1f]],
  ])('with masks %s is refused, as browsers do', async (_, masks) => {
    const sent = makeBmp({ bits: 16, compression: 3, masks });
    await expect(accept(sent)).rejects.toMatchObject({ options: { detail: 'The BMP is broken.' } });
  });

  it('has the profile that is embedded in it (transformations.colour)', async () => {
    const { bytes } = await accept(withBmpProfile(SCREEN));
    expect((await sharp(bytes).metadata()).icc).toBeDefined();
    // Chromium's canvas shows (200, 30, 30) of this profile so
    const [red] = (await see(bytes)).corners;
    const far = [229, 0, 24].map((value, at) => Math.abs(value - (red?.[at] ?? 0)));
    expect(Math.max(...far)).toBeLessThanOrEqual(2);
  });

  it('is sRGB where browsers take it so (transformations.colour)', async () => {
    const calibrated = makeBmp({ bits: 24, headerBytes: 108 });
    calibrated.fill(0x40, 74, 122); // end points and gamma
    const broken = withBmpProfile(SCREEN);
    broken.writeUInt32LE(broken.length, 126);
    const beyond = withBmpProfile(SCREEN);
    beyond.writeUInt32LE(0xffffffff, 130);
    for (const bmp of [
      calibrated,
      broken,
      beyond,
      withBmpProfile(Buffer.from('no profile')),
      withBmpProfile(SCREEN, 'KNIL'),
    ]) {
      const { bytes } = await accept(bmp);
      expect((await sharp(bytes).metadata()).icc).toBeUndefined();
      expect((await see(bytes)).corners).toEqual(CORNERS);
    }
  });

  it('beyond the bounds is refused by its header (security.bounds-from-header)', async () => {
    const large = makeBmp({ bits: 24 });
    large.writeInt32LE(100_000, 18);
    await expect(accept(large)).rejects.toMatchObject({ code: 'image_too_large' });
  });

  it('is invalid wherever it is cut (uploads.full-decode)', async () => {
    const whole = makeBmp({ bits: 8 });
    for (let end = 18; end < whole.length; end += 41) {
      const outcome = await accept(whole.subarray(0, end)).catch((error) => error);
      expect(outcome, `at ${end}`).toMatchObject({ code: 'invalid_image' });
    }
  });

  it('is refused as another type (security.bytes-decide-type)', async () => {
    await expect(accept(makeBmp({ bits: 24 }), 'image/png')).rejects.toMatchObject({
      code: 'content_type_mismatch',
    });
  });

  it('with faults is an image or a refusal (security.decoders)', async () => {
    const codes = new Set<string>();
    for (const { bytes } of makeMutants(makeBmpSeeds(), 200, 20_261_123)) {
      const outcome = await accept(bytes).catch((error) => error);
      codes.add(outcome instanceof ServiceError ? outcome.code : outcome.format);
    }
    const due = ['content_type_mismatch', 'image_too_large', 'invalid_image', 'png'];
    expect(due).toEqual(expect.arrayContaining([...codes]));
    expect([...codes]).toEqual(expect.arrayContaining(['invalid_image', 'png']));
  });
});
