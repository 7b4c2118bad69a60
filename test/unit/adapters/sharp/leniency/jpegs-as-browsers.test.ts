import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { endProgressiveScans } from '../../../../../core/codecs/jpeg/rebuild-jpeg.ts';
import { rebuildImage } from '../../../../../core/codecs/rebuild-image.ts';
import { acceptUnhurried } from '../../../../support/images/accept-unhurried.ts';
import { CANARY } from '../../../../support/images/canaries.ts';
import { makeJpegFaults } from '../../../../support/images/faults/jpeg-faults.ts';
import { drawPicture } from '../../../../support/images/faults/picture.ts';
import { RESTARTED_PROGRESSIVE_JPEG } from '../../../../support/images/foreign-jpegs.ts';
import { findMarker } from '../../../../support/images/make-jpeg.ts';
import { decodePixels } from '../../../../support/images/raw-pixels.ts';

const engine = await createSharpEngine();
const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
const faults = new Map((await makeJpegFaults()).map(({ name, bytes }) => [name, bytes]));
const named = (name: string) => faults.get(name) ?? Buffer.alloc(0);
const accept = async (bytes: Uint8Array) =>
  (await acceptUnhurried(services, { bytes, contentType: 'image/jpeg' })).bytes;

/** Marks behind the data of each scan, of such a length. */
function withSurplus(jpeg: Buffer, surplus: Uint8Array): Buffer {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let at = findMarker(jpeg, 0xda); at < jpeg.length - 1; at += 1) {
    const code = jpeg[at + 1] ?? 0;
    const endsScan = jpeg[at] === 0xff && (code === 0xd9 || code === 0xc4 || code === 0xda);
    if (!endsScan || at === findMarker(jpeg, 0xda)) continue;
    parts.push(jpeg.subarray(from, at), surplus);
    from = at;
    if (code === 0xd9) break;
    // the header of the next scan, and its tables
    while (jpeg[at + 1] !== 0xda) at += 2 + jpeg.readUInt16BE(at + 2);
    at += 2 + jpeg.readUInt16BE(at + 2);
  }
  return Buffer.concat([...parts, jpeg.subarray(from)]);
}

describe('a JPEG with a fault that browsers pass over (uploads.leniency)', () => {
  it.each([
    'garbage behind its first scan',
    'zeros behind its first scan',
    'garbage behind its last scan',
    'zeros behind its last scan',
  ])('is stored without it, if it is progressive with %s', async (fault) => {
    const stored = await accept(named(`progressive JPEG, ${fault}`));
    expect(stored).toEqual(await accept(named('progressive JPEG, plain')));
    expect(Buffer.from(stored).includes('garbage')).toBe(false);
  });

  it.each([
    ['of three channels', () => drawPicture(3)],
    ['of one', () => drawPicture(1)],
    ['of odd sides', () => drawPicture(3).resize(101, 77, { fit: 'fill' })],
    ['of noise', () => drawPicture(3).resize(33, 40).sharpen({ sigma: 4, m2: 30 })],
  ])('has no byte behind any progressive scan, %s, at any quality', async (_, draw) => {
    for (const quality of [5, 60, 100]) {
      const options = { quality, progressive: true } as const;
      const plain = await draw().jpeg(options).toBuffer();
      const whole = rebuildImage(plain).bytes;
      expect(endProgressiveScans(plain)).toEqual(whole);
      const hidden = withSurplus(plain, Buffer.from(CANARY.second));
      expect(hidden.length).toBeGreaterThan(plain.length + CANARY.second.length);
      expect(endProgressiveScans(hidden)).toEqual(whole);
      expect(await accept(hidden)).toEqual(await accept(plain));
    }
  });

  it('keeps progressive scans with restarts as they are', () => {
    const whole = rebuildImage(RESTARTED_PROGRESSIVE_JPEG).bytes;
    expect(endProgressiveScans(whole)).toEqual(whole);
  });

  it('is no other image where a progressive scan breaks off', async () => {
    const cut = named('progressive JPEG, the last byte of its last scan missing');
    await expect(accept(cut)).rejects.toMatchObject({ code: 'invalid_image' });
  });

  it('has the usual tables, if it is a frame of Motion JPEG', async () => {
    const stored = await accept(named('without Huffman tables'));
    expect(findMarker(stored, 0xc4)).toBeGreaterThan(0);
    const plain = await decodePixels(await accept(named('JPEG, plain')));
    expect(await decodePixels(stored)).toEqual(plain);
    expect((await sharp(stored).metadata()).format).toBe('jpeg');
  });

  it.each(['a wrong restart marker', 'fill bytes before a restart marker'])(
    'has its restarts in order, with %s',
    async (fault) => {
      expect(await accept(named(fault))).toEqual(await accept(named('restarts, plain')));
    },
  );

  it.each(['a segment of length 0', 'a segment of length 1'])(
    'is stored without %s',
    async (fault) => {
      expect(await accept(named(fault))).toEqual(await accept(named('JPEG, plain')));
    },
  );
});
