import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { acceptUnhurried } from '../../../../support/images/accept-unhurried.ts';
import { CANARY } from '../../../../support/images/canaries.ts';
import { gifControl, gifFrame, gifOf } from '../../../../support/images/make-gif.ts';
import { findMarker, insertSegments, jpegSegment } from '../../../../support/images/make-jpeg.ts';
import { decodePixels, pixelPipeline } from '../../../../support/images/raw-pixels.ts';

const SECRET = Buffer.from(CANARY.second);
const SOS = 0xda;
const EOI = Buffer.from([0xff, 0xd9]);

const engine = await createSharpEngine();
const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
const accept = (bytes: Uint8Array, contentType: string) =>
  acceptUnhurried(services, { bytes, contentType });

const FRAME = gifFrame(0, 0, 20, 16);
const SECOND = gifFrame(3, 3, 9, 9);
const STILL = gifOf(20, 16, FRAME);
const TWO = gifOf(20, 16, gifControl(0), FRAME, gifControl(0), SECOND);

describe('a GIF ends where browsers end it (uploads.leniency)', () => {
  it.each<[string, Buffer, Buffer]>([
    ['without its trailer', STILL.subarray(0, -1), STILL],
    ['without its trailer and the end of its data', STILL.subarray(0, -2), STILL],
    ['without its end code', STILL.subarray(0, -3), STILL],
    ['with zeros for its trailer', Buffer.concat([STILL.subarray(0, -1), Buffer.alloc(9)]), STILL],
    [
      'with text for its trailer',
      Buffer.concat([STILL.subarray(0, -1), Buffer.from('hello')]),
      STILL,
    ],
    ['with bytes behind its trailer', Buffer.concat([STILL, SECRET]), STILL],
    ['of two frames without its trailer', TWO.subarray(0, -1), TWO],
    ['of two frames without the end of its data', TWO.subarray(0, -2), TWO],
  ])('%s', async (_, sent, whole) => {
    const { bytes } = await accept(sent, 'image/gif');
    expect(await decodePixels(bytes)).toEqual(await decodePixels(whole));
    expect(bytes.at(-1)).toBe(0x3b);
    expect(Buffer.from(bytes).includes(SECRET)).toBe(false);
  });

  it.each<[string, Buffer]>([
    ['in the data of a frame', STILL.subarray(0, -9)],
    ['in the data of the second frame', TWO.subarray(0, -9)],
    ['in the head of the second frame', TWO.subarray(0, 1 - SECOND.length)],
    ['behind the control of the second frame', TWO.subarray(0, -1 - SECOND.length)],
    ['in that control', TWO.subarray(0, -4 - SECOND.length)],
  ])('and is refused where it is cut %s (uploads.full-decode)', async (_, sent) => {
    await expect(accept(sent, 'image/gif')).rejects.toMatchObject({ code: 'invalid_image' });
  });
});

const baseline = await pixelPipeline().jpeg({ quality: 90 }).toBuffer();
const progressive = await pixelPipeline().jpeg({ progressive: true }).toBuffer();

/** The file with other bytes for the band of its first scan. */
function withBand(jpeg: Buffer, ...band: readonly number[]): Buffer {
  const bytes = Buffer.from(jpeg);
  const at = findMarker(bytes, SOS) + 2;
  bytes.set(band, at + bytes.readUInt16BE(at) - 3);
  return bytes;
}

describe('a JPEG ends where browsers end it (uploads.leniency)', () => {
  describe.each([
    ['sequential', baseline],
    ['progressive', progressive],
  ])('%s', (_, whole) => {
    const open = whole.subarray(0, -2);
    it.each<[string, Buffer]>([
      ['without its end marker', open],
      ['with half of its end marker', whole.subarray(0, -1)],
      ['with another image for its end marker', Buffer.concat([open, whole])],
      [
        'with a broken segment for its end marker',
        Buffer.concat([open, Buffer.from([0xff, 0xe5, 0, 1])]),
      ],
      [
        'with the number of its lines behind it',
        Buffer.concat([open, jpegSegment(0xdc, '\0\x28'), EOI]),
      ],
      ['with fill bytes', insertSegments(whole, Buffer.alloc(9, 0xff))],
      ['with bytes behind its end', Buffer.concat([whole, SECRET])],
    ])('%s', async (_, sent) => {
      const { bytes } = await accept(sent, 'image/jpeg');
      expect(await decodePixels(bytes)).toEqual(await decodePixels(whole));
      expect(Buffer.from(bytes).includes(SECRET)).toBe(false);
    });

    it('but is refused where it is cut (uploads.full-decode)', async () => {
      for (const cut of [3, 40, whole.length >> 1]) {
        const sent = accept(whole.subarray(0, -cut), 'image/jpeg');
        await expect(sent, `by ${cut}`).rejects.toMatchObject({ code: 'invalid_image' });
      }
    });
  });

  it('with a band that a sequential scan has not, which the stored file has right', async () => {
    const { bytes } = await accept(withBand(baseline, 0, 3, 0x11), 'image/jpeg');
    const shown = await sharp(bytes, { failOn: 'warning' }).raw().toBuffer();
    expect(shown.equals(await sharp(baseline).raw().toBuffer())).toBe(true);
    expect(Buffer.from(withBand(Buffer.from(bytes), 0, 63, 0)).equals(bytes)).toBe(true);
  });
});
