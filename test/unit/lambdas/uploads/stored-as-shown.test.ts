import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImageId } from '../../../../core/images/ids.ts';
import { originalObjectKey } from '../../../../core/images/object-keys.ts';
import { FORMAT_NAMES } from '../../../../core/transform/formats.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { codedGif } from '../../../support/images/gif/code-gif.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

const PART = { x: 2, y: 1, width: 3, height: 4 };
const SIZE = { width: 16, height: 12 };
let test: TestServices;
beforeAll(async () => {
  test = await makeServices();
});
afterAll(() => test.remove());

/** A WebP whose EXIF turns it, as cameras' tools write it: red above blue as it is stored. */
async function turnedWebp(orientation: number): Promise<Buffer> {
  const create = { ...SIZE, channels: 3 as const, background: '#00f' };
  const top = { input: { create: { ...create, height: 6, background: '#f00' } }, top: 0, left: 0 };
  const drawn = sharp({ create }).composite([top]);
  return drawn.withMetadata({ orientation }).webp({ lossless: true }).toBuffer();
}

async function seen(path: string) {
  const { status, bytes } = await deliver(test, path);
  if (status !== 200) return { status };
  const opened = sharp(bytes, { animated: true });
  const { width, pageHeight, height, loop, delay, exif } = await opened.metadata();
  const pixels = await opened.ensureAlpha().raw().toBuffer();
  const size = [width, pageHeight ?? height];
  // a lossy format is near
  const first = [...pixels.subarray(0, 4)].map((value) => (value > 127 ? 255 : 0));
  return { status, size, loop, delay, exif, first };
}

/** Puts other bytes under a record, as an earlier version stored them. */
async function putOriginal(id: string, bytes: Buffer, contentType: string): Promise<void> {
  await test.services.objects.put(originalObjectKey(id as ImageId), bytes, contentType);
}

describe('a stored file looks as its record says (images.stored-fields)', () => {
  it.each([2, 5, 6, 8])('a WebP under EXIF %i is as it was, without EXIF', async (orientation) => {
    const id = await storeImage(test, await turnedWebp(orientation), 'image/webp');
    const size = [SIZE.width, SIZE.height];
    const first = [255, 0, 0, 255];
    for (const path of [`/res/${id}.webp`, `/res/${id}.png`, `/res/${id}.webp?width=16`]) {
      expect(await seen(path)).toMatchObject({ status: 200, size, first, exif: undefined });
    }
    const record = await test.services.images.getImage(id as ImageId);
    expect(record).toMatchObject({ ...SIZE, hasAlpha: false });
  });

  it('a GIF whose first frame is small is clear around it', async () => {
    const sent = codedGif({ width: 8, height: 6, frames: [PART, PART] });
    const id = await storeImage(test, sent, 'image/gif');
    expect((await test.services.images.getImage(id as ImageId))?.hasAlpha).toBe(true);
    // the loader of AVIF is blocked in this process
    for (const format of ['png', 'gif', 'webp'] as const) {
      const { status, size, first } = await seen(`/res/${id}.${format}?width=4`);
      expect([status, size, first?.[3]]).toEqual([200, [4, 3], 0]);
    }
  });

  it('a GIF of any loops and delays is rendered in each format', async () => {
    const frames = [65_535, 0, 6_554].map((delay, at) => ({ ...PART, delay, solid: at }));
    const sent = codedGif({ width: 8, height: 6, loop: 65_535, frames });
    const id = await storeImage(test, sent, 'image/gif');
    for (const format of FORMAT_NAMES) {
      for (const query of ['', '?width=4']) {
        expect((await deliver(test, `/res/${id}.${format}${query}`)).status).toBe(200);
      }
    }
    expect(await seen(`/res/${id}.webp`)).toMatchObject({ loop: 65_535 });
  });
});

describe('an image from before decision 100 is served by its record (images.stored-fields)', () => {
  it('a WebP that its record turns is turned in each rendition', async () => {
    const upright = await sharp(await turnedWebp(6))
      .autoOrient()
      .webp()
      .toBuffer();
    const id = await storeImage(test, upright, 'image/webp');
    await putOriginal(id, await turnedWebp(6), 'image/webp');
    const made = await seen(`/res/${id}.png`);
    expect(made).toMatchObject({ status: 200, size: [SIZE.height, SIZE.width] });
    expect(made.first).toEqual([0, 0, 255, 255]);
  });

  it('a GIF whose screen its record leaves out is rendered as its first frame', async () => {
    const frames = [{ ...PART, x: 0, y: 0, solid: 1 }];
    const id = await storeImage(test, codedGif({ width: 3, height: 4, frames }), 'image/gif');
    await putOriginal(id, codedGif({ width: 640, height: 480, frames }), 'image/gif');
    const made = await seen(`/res/${id}.png`);
    expect(made).toMatchObject({ status: 200, size: [3, 4] });
    expect(made.first?.[3]).toBe(255);
  });

  it('a broken GIF is no fault of the service', async () => {
    const whole = codedGif({ width: 3, height: 4, frames: [PART] });
    const id = await storeImage(test, whole, 'image/gif');
    await putOriginal(id, whole.subarray(0, -4), 'image/gif');
    expect((await deliver(test, `/res/${id}.png`)).status).toBe(422);
  });
});
