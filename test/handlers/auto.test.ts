import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliver, storePicture } from '../support/deliver.ts';
import { makeServices, type TestServices } from '../support/make-services.ts';
import { drawJpeg } from '../support/pictures/draw.ts';

const BOTH = 'image/avif,image/webp,image/apng,*/*;q=0.8';

let test: TestServices;
let imageId: string;
beforeAll(async () => {
  test = await makeServices();
  imageId = await storePicture(test, await drawJpeg(90, 60));
});
afterAll(() => test.remove());

const ask = (path: string, accept: string) => deliver(test, path, ['Accept', accept]);

async function drawAnimation(): Promise<Buffer> {
  const frame = (background: string) =>
    sharp({ create: { width: 30, height: 20, channels: 3, background } })
      .png()
      .toBuffer();
  return sharp(await Promise.all(['red', 'blue'].map(frame)), { join: { animated: true } })
    .gif()
    .toBuffer();
}

describe('auto', () => {
  it.each([
    [BOTH, 'image/avif', 'more=accept-avif_webp'],
    ['image/avif', 'image/avif', 'more=accept-avif'],
    ['image/webp,*/*', 'image/webp', 'more=accept-webp'],
    ['image/avif;q=0.1,image/webp', 'image/webp', 'more=accept-webp'],
    ['image/avif;q=0', 'image/jpeg', ''],
    ['*/*', 'image/jpeg', ''],
  ])('C6.7 for Accept %s is %s, an entry of its own, with Vary', async (accept, type, more) => {
    const answer = await ask(`/res/${imageId}.auto?width=30`, accept);
    expect(answer.headers).toMatchObject({ 'content-type': type, vary: 'Accept' });
    const key = [more, 'width=30'].filter((part) => part !== '').join('&');
    expect(answer.cacheKey).toBe(`/res/${imageId}.auto?${key}`);
    const concrete = await deliver(test, `/res/${imageId}.${type.slice(6)}?width=30`);
    expect(concrete.bytes.equals(answer.bytes)).toBe(true);
    expect(concrete.headers.vary).toBeUndefined();
  });

  it('C6.8 without parameters is the stored picture where that has its format, byte for byte', async () => {
    const stored = await storePicture(test, await drawJpeg(50, 40));
    const answer = await ask(`/res/${stored}.auto`, '*/*');
    expect(answer.bytes.equals((await deliver(test, `/res/${stored}.jpg`)).bytes)).toBe(true);
    expect((await ask(`/res/${stored}.auto`, BOTH)).headers['content-type']).toBe('image/avif');
  });

  it('C6.2 takes the default quality of what it comes to, and drops the quality where that has none', async () => {
    const png = await storePicture(
      test,
      await sharp(await drawJpeg(50, 40))
        .png()
        .toBuffer(),
      'image/png',
    );
    const answer = await ask(`/res/${png}.auto?quality=50`, '*/*');
    expect(answer.headers['content-type']).toBe('image/png');
    const stored = await deliver(test, `/res/${png}.png`);
    expect(answer.bytes.equals(stored.bytes)).toBe(true);
  });

  it('C6.10 keeps an animation moving: never AVIF, which would keep one frame', async () => {
    const gif = await storePicture(test, await drawAnimation(), 'image/gif');
    const types = [];
    for (const accept of [BOTH, 'image/avif', '*/*']) {
      const { bytes, headers } = await ask(`/res/${gif}.auto?width=15`, accept);
      expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(2);
      types.push(headers['content-type']);
    }
    expect(types).toEqual(['image/webp', 'image/gif', 'image/gif']);
    const turned = await ask(`/res/${gif}.auto?rotate=90`, BOTH);
    expect([turned.status, turned.code]).toEqual([422, 'unsupported_for_animation']);
    expect(turned.headers.vary).toBe('Accept');
  });

  it('C6.11 comes to what holds the result where WebP and AVIF can not', async () => {
    const tall = await storePicture(
      test,
      await sharp(await drawJpeg(4, 8000))
        .png()
        .toBuffer(),
      'image/png',
    );
    const query = 'width=20&height=8192&dpr=2.1&fit=fill&enlarge=true';
    const answer = await ask(`/res/${tall}.auto?${query}`, 'image/webp');
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png']);
    expect((await deliver(test, `/res/${tall}.webp?${query}`)).code).toBe('image_too_large');
  });

  it('C6.7 sends Vary with what the origin refuses', async () => {
    const refused = await ask(`/res/${imageId}.auto?crop=90,0,1,1`, BOTH);
    expect([refused.status, refused.headers.vary]).toEqual([400, 'Accept']);
    const missing = await ask(`/res/img_${'a'.repeat(26)}.auto`, BOTH);
    expect([missing.status, missing.headers.vary]).toEqual([404, 'Accept']);
  });
});
