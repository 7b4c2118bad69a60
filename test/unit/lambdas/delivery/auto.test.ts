import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signImageUrl } from '../../../../client/src/sign-image-url.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { createHandler as createApiKeyCalls } from '../../../../lambdas/api/api-key-calls.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
} from '../../../support/stores/make-services.ts';
import { withSettings } from '../../../support/stores/with-settings.ts';

const BOTH = 'image/avif,image/webp,image/apng,*/*;q=0.8';

let test: TestServices;
let imageId: string;
beforeAll(async () => {
  test = await makeServices();
  imageId = await storeImage(test, await drawJpeg(90, 60));
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
  it('never has more bytes than the stored image of the same size (delivery.never-larger)', async () => {
    const frames = Array.from({ length: 12 }, (_, frame) =>
      sharp({
        create: { width: 2, height: 2, channels: 3, background: { r: frame * 20, g: 0, b: 0 } },
      })
        .png()
        .toBuffer(),
    );
    const gif = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif()
      .toBuffer();
    const id = await storeImage(test, gif, 'image/gif');
    const stored = await deliver(test, `/res/${id}.gif`);
    const webp = await deliver(test, `/res/${id}.webp`);
    // otherwise this test shows nothing
    expect(webp.bytes.length).toBeGreaterThan(stored.bytes.length);
    for (const _ of ['made', 'stored']) {
      const answer = await ask(`/res/${id}.auto`, BOTH);
      expect(answer.headers['content-type']).toBe('image/gif');
      expect(answer.bytes.equals(stored.bytes)).toBe(true);
    }
    const other = await ask(`/res/${id}.auto?width=1`, BOTH);
    expect(other.headers['content-type']).toBe('image/webp');
  });

  it.each([
    [BOTH, 'image/avif', 'more=accept-avif_webp'],
    ['image/avif', 'image/avif', 'more=accept-avif'],
    ['image/webp,*/*', 'image/webp', 'more=accept-webp'],
    ['image/avif;q=0.1,image/webp', 'image/webp', 'more=accept-webp'],
    ['image/avif;q=0', 'image/jpeg', ''],
    ['*/*', 'image/jpeg', ''],
  ])(
    'for Accept %s is %s, an entry of its own, with Vary (delivery.auto)',
    async (accept, type, more) => {
      const answer = await ask(`/res/${imageId}.auto?width=30`, accept);
      expect(answer.headers).toMatchObject({ 'content-type': type, vary: 'Accept' });
      const key = [more, 'width=30'].filter((part) => part !== '').join('&');
      expect(answer.cacheKey).toBe(`/res/${imageId}.auto?${key}`);
      const concrete = await deliver(test, `/res/${imageId}.${type.slice(6)}?width=30`);
      expect(concrete.bytes.equals(answer.bytes)).toBe(true);
      expect(concrete.headers.vary).toBeUndefined();
    },
  );

  it('without parameters is the stored image where that has its format, byte for byte (delivery.stored-image)', async () => {
    const stored = await storeImage(test, await drawJpeg(50, 40));
    const answer = await ask(`/res/${stored}.auto`, '*/*');
    expect(answer.bytes.equals((await deliver(test, `/res/${stored}.jpg`)).bytes)).toBe(true);
    expect((await ask(`/res/${stored}.auto`, BOTH)).headers['content-type']).toBe('image/avif');
  });

  it('takes the default quality of the chosen format, and drops the quality where that has none (transformations.quality)', async () => {
    const png = await storeImage(
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

  it('keeps an animation moving: never AVIF, which would keep one frame (transformations.animation)', async () => {
    const gif = await storeImage(test, await drawAnimation(), 'image/gif');
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

  it('takes AVIF for the first frame of an animation (transformations.first-frame)', async () => {
    const gif = await storeImage(test, await drawAnimation(), 'image/gif');
    const first = await ask(`/res/${gif}.auto?frame=0&width=15`, BOTH);
    expect(first.headers['content-type']).toBe('image/avif');
    const stored = await ask(`/res/${gif}.auto?frame=0&width=15`, '*/*');
    expect(stored.headers['content-type']).toBe('image/gif');
    expect((await sharp(stored.bytes, { animated: true }).metadata()).pages ?? 1).toBe(1);
  });

  it('serves a still image with frame=0 as it is stored, byte for byte (transformations.first-frame)', async () => {
    const still = await sharp(await drawJpeg(30, 20))
      .webp()
      .toBuffer();
    const webp = await storeImage(test, still, 'image/webp');
    const answer = await deliver(test, `/res/${webp}.webp?frame=0`);
    expect(answer.bytes.equals((await deliver(test, `/res/${webp}.webp`)).bytes)).toBe(true);
  });

  it('comes to what holds the result where WebP and AVIF can not (transformations.max-output)', async () => {
    const tall = await storeImage(
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

  it('is explained as what a browser that takes both is given in the end (calls.explain-transformation)', async () => {
    const headers = { 'x-api-key': test.credentials.apiKey, 'content-type': 'application/json' };
    const explain = async (path: string) => {
      const body = JSON.stringify({ imageUrl: `http://127.0.0.1:8080${path}` });
      const event = makeApiEvent(ENDPOINTS.explainTransformation, { headers, body });
      return JSON.parse((await createApiKeyCalls(test.services)(event, makeContext())).body);
    };
    const requested = await explain(`/res/${imageId}.auto?width=31&x=1`);
    expect(requested).toMatchObject({ output: { format: 'avif', width: 31 }, stored: false });
    await ask(`/res/${imageId}.auto?width=31`, BOTH);
    expect(await explain(`/res/${imageId}.auto?width=31`)).toMatchObject({ stored: true });
    const refused = await explain(`/res/${imageId}.auto?crop=90,0,1,1`);
    expect(refused.errors).toMatchObject([{ code: 'invalid_parameter' }]);
  });

  it('is signed without what Accept names, and ends with its URL (signing.expiry)', async () => {
    const { signingSecrets } = test.services;
    const { projectId } = test.credentials;
    const secret = 'a'.repeat(43);
    const listSecrets = async () => [{ secretId: 'sec_a', projectId, secret, createdAt: 0 }];
    const services = {
      ...withSettings(test.services, { requireSignature: true }),
      signingSecrets: { ...signingSecrets, listSecrets },
    };
    const expires = test.services.clock() / 1000 + 30;
    const path = `/res/${imageId}.auto?width=32&quality=50`;
    const address = await signImageUrl(`http://127.0.0.1:8080${path}`, { secret, expires });
    const { pathname, search } = new URL(address);
    for (const [accept, type] of [
      [BOTH, 'image/avif'],
      ['image/webp', 'image/webp'],
      ['*/*', 'image/jpeg'],
    ] as const) {
      const signed = await deliver({ services }, pathname + search, ['Accept', accept]);
      expect([signed.code, signed.headers['content-type']]).toEqual([undefined, type]);
      expect(signed.headers['cache-control']).toBe('public, max-age=30, s-maxage=30');
    }
    const altered = (pathname + search).replace('.auto', '.webp');
    expect((await deliver({ services }, altered)).code).toBe('signature_invalid');
  });

  it('sends Vary with the origin’s refusals (delivery.auto)', async () => {
    const refused = await ask(`/res/${imageId}.auto?crop=90,0,1,1`, BOTH);
    expect([refused.status, refused.headers.vary]).toEqual([400, 'Accept']);
    const missing = await ask(`/res/img_${'a'.repeat(26)}.auto`, BOTH);
    expect([missing.status, missing.headers.vary]).toEqual([404, 'Accept']);
  });
});
