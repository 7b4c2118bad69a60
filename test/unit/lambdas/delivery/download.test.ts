import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageUrl } from '../../../../client/src/image-url.ts';
import { signImageUrl } from '../../../../client/src/sign-image-url.ts';
import { respond } from '../../../../lambdas/delivery/respond.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
} from '../../../support/stores/make-services.ts';
import { withSettings } from '../../../support/stores/with-settings.ts';

let test: TestServices;
let imageId: string;
beforeAll(async () => {
  test = await makeServices();
  imageId = await storeImage(test, await drawJpeg(90, 60));
});
afterAll(() => test.remove());

const ask = (rest: string, ...headers: string[]) =>
  deliver(test, `/res/${imageId}${rest}`, headers);
const nameOf = async (rest: string, ...headers: string[]) =>
  (await ask(rest, ...headers)).headers['content-disposition'];

/** The origin alone, as any caller of its address has it. */
const askOrigin = (rawPath: string, rawQueryString: string, method = 'GET') => {
  const headers = { 'if-none-match': '"none"' };
  const event = { rawPath, rawQueryString, headers, requestContext: { http: { method } } };
  return respond(test.services, event as never, makeContext());
};

describe('download=1 (delivery.download)', () => {
  it('names the file by the URL or by the ID, with the extension of the bytes', async () => {
    expect(await nameOf('.jpg?download=1')).toBe(`attachment; filename="${imageId}.jpg"`);
    expect(await nameOf('/red%20bridge.JPEG?download=1')).toBe(
      'attachment; filename="red bridge.jpg"',
    );
    expect(await nameOf('/a.auto?download=1&width=9', 'Accept', 'image/webp')).toBe(
      'attachment; filename="a.webp"',
    );
    expect(await nameOf('/br%C3%BCcke.png?width=9&download=1')).toBe(
      `attachment; filename="br_cke.png"; filename*=UTF-8''br%C3%BCcke.png`,
    );
  });

  it('is the same image and the same rendition, in its own entry for each name', async () => {
    const plain = await ask('/a.webp?width=9');
    const saved = await ask('/a.webp?width=9&download=1');
    const other = await ask('/b.webp?width=9&download=1');
    expect(plain.headers['content-disposition']).toBeUndefined();
    for (const { bytes, headers } of [saved, other]) {
      expect(bytes.equals(plain.bytes)).toBe(true);
      expect(headers).toMatchObject({ etag: plain.headers.etag, 'content-type': 'image/webp' });
    }
    expect([plain, saved, other].map(({ cacheKey }) => cacheKey)).toEqual([
      `/res/${imageId}.webp?width=9`,
      `/res/${imageId}/a.webp?more=download-1&width=9`,
      `/res/${imageId}/b.webp?more=download-1&width=9`,
    ]);
    const stored = await ask('.jpg?download=1');
    expect(stored.bytes.equals((await ask('.jpg')).bytes)).toBe(true);
  });

  it('is not on a refusal, and is on HEAD', async () => {
    const missing = await deliver(test, `/res/img_${'a'.repeat(26)}/a.jpg?download=1`);
    expect([missing.status, missing.headers['content-disposition']]).toEqual([404, undefined]);
    const head = await askOrigin(`/res/${imageId}/a.jpg`, 'more=download-1', 'HEAD');
    expect(head.headers['content-disposition']).toBe('attachment; filename="a.jpg"');
  });

  it.each([
    'a~0D~0AX: y',
    'a%0D%0Ab',
    'a"b',
    '..~2Fa',
    '~00',
    'a~2522',
    '~',
    'a\\b',
    'a~E2~80~AEb',
  ])('has no header of the name %j at the origin, which trusts no caller', async (name) => {
    const { statusCode, headers } = await askOrigin(
      `/res/${imageId}/${name}.jpg`,
      'more=download-1',
    );
    expect([statusCode, headers['content-disposition']]).toEqual([404, undefined]);
  });

  it('needs no place in the lists of sizes, and may stand beside a preset (presets.query, sizes.allowed)', async () => {
    const services = withSettings(test.services, {
      allowedWidths: [9],
      presets: { card: 'width=7' },
    });
    for (const query of ['width=9', 'preset=card']) {
      const answer = await deliver({ services }, `/res/${imageId}/a.webp?download=1&${query}`);
      expect([answer.status, answer.headers['content-disposition']]).toEqual([
        200,
        'attachment; filename="a.webp"',
      ]);
    }
  });

  it('is signed with the other parameters, and the name is not (signing.urls)', async () => {
    const secret = 'x'.repeat(43);
    const signingSecrets = {
      ...test.services.signingSecrets,
      listSecrets: async () => [{ secretId: 'sec_x', secret, createdAt: 0 }],
    };
    const services = {
      ...withSettings(test.services, { requireSignature: true }),
      signingSecrets,
    } as never;
    const get = (url: string) => deliver({ services }, url.replace('https://cdn.example.com', ''));
    const sign = (options: Parameters<typeof imageUrl>[1]) =>
      signImageUrl(imageUrl(imageId, { cdnUrl: 'https://cdn.example.com', ...options }), {
        secret,
        expires: Math.ceil(test.services.clock() / 1000) + 60,
      });
    const saved = await sign({ format: 'webp', fileName: 'a', download: 1 });
    expect((await get(saved)).status).toBe(200);
    const renamed = await get(saved.replace('/a.webp', '/b.webp'));
    expect(renamed.headers['content-disposition']).toBe('attachment; filename="b.webp"');
    expect((await get(saved.replace('/a.webp', '.webp'))).status).toBe(200);
    expect((await get(saved.replace('download=1&', ''))).code).toBe('signature_invalid');
    const shown = await sign({ format: 'webp' });
    expect((await get(shown)).status).toBe(200);
    expect((await get(`${shown}&download=1`)).code).toBe('signature_invalid');
  });
});
