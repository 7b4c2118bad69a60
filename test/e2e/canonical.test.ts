import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { client } from '../support/e2e/service-under-test.ts';
import { drawJpeg } from '../support/images/draw.ts';

let imageUrl: string;
beforeAll(async () => {
  ({ imageUrl } = await client.store(await drawJpeg(300, 200)));
});
const requested = (rest: string) => imageUrl.replace(/jpg$/, rest);
const explain = async (url: string) =>
  (await client.call('explain-transformation', { imageUrl: url })).json;

describe('equal requests', () => {
  it.each([
    ['webp?width=5000', 'webp?width=6000', 'WEBP?width=300'],
    ['webp?dpr=2&width=50', 'webp?width=100', 'webp?height=900&width=100&fit=inside'],
    ['jpeg?width=60&height=40', 'jpg?height=40&width=60&utm=x', 'JPG?width=60&fit=cover'],
  ])('%s, %s and %s are one stored rendition (transformations.rendition-key)', async (...ways) => {
    const [first = '', ...others] = ways.map(requested);
    const answer = await client.get(first);
    expect(answer.status).toBe(200);
    const { renditionKey } = await explain(first);
    for (const other of others) {
      expect(await explain(other)).toMatchObject({
        renditionKey,
        stored: true,
        transformations: 0,
      });
      const again = await client.get(other);
      expect([again.status, again.headers.get('etag')]).toEqual([200, answer.headers.get('etag')]);
      expect(again.bytes.equals(answer.bytes)).toBe(true);
    }
  });
});

describe('a file name', () => {
  it('is one more address of the same rendition, in calls and downloads too (delivery.file-name, delivery.download, references.urls)', async () => {
    const plain = await client.get(requested('webp?width=33'));
    const named = imageUrl.replace('.jpg', '/br%C3%BCcke%20rot.v2.webp?width=33');
    const answer = await client.get(named);
    expect(answer.headers.get('etag')).toBe(plain.headers.get('etag'));
    expect(answer.bytes.equals(plain.bytes)).toBe(true);
    expect(answer.headers.get('content-disposition')).toBeNull();
    // twice: the second may be from the CDN
    for (const path of [`${named}&download=1`, named, `${named}&download=1`]) {
      const { headers, bytes } = await client.get(path);
      expect(headers.get('content-disposition')).toBe(
        path === named
          ? null
          : `attachment; filename="br_cke rot.v2.webp"; filename*=UTF-8''br%C3%BCcke%20rot.v2.webp`,
      );
      expect(bytes.equals(plain.bytes)).toBe(true);
    }
    const explained = await explain(`${named}&download=1`);
    expect(explained).toMatchObject({ stored: true, transformations: 0 });
    expect(explained.renditionKey).toBe((await explain(requested('webp?width=33'))).renditionKey);
    for (const rest of ['a%2Fb.webp', 'a%00.webp', '%E2%80%AEgpj.webp', 'no-extension']) {
      const refused = await client.get(imageUrl.replace('.jpg', `/${rest}`));
      expect([refused.status, refused.json?.code]).toEqual([404, 'route_not_found']);
    }
  });
});

describe('a format’s own limits', () => {
  it('are a 422, and what fits is made (transformations.max-output)', async () => {
    const wide = await client.store(await drawJpeg(16_384, 8));
    const webp = wide.imageUrl.replace(/jpg$/, 'webp');
    const refused = await client.get(webp);
    expect([refused.status, refused.json.code]).toEqual([422, 'image_too_large']);
    expect(refused.json.detail).toContain('16383');
    expect((await client.get(`${webp}?width=8192`)).status).toBe(200);
  });
});

describe('radius and mask', () => {
  const transparency = async (bytes: Buffer) => {
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    return info.channels === 4 ? data[3] : undefined;
  };

  it('cut the corners, and are one stored rendition where they cut the same (transformations.shape)', async () => {
    const [first, ...others] = [
      'webp?width=40&height=40&mask=circle',
      'webp?width=40&height=40&radius=20',
      'webp?width=20&height=20&dpr=2&radius=400',
    ].map(requested) as [string, string, string];
    const answer = await client.get(first);
    expect([answer.status, await transparency(answer.bytes)]).toEqual([200, 0]);
    for (const other of others) {
      expect(await explain(other)).toMatchObject({ stored: true, transformations: 0 });
    }
    const opaque = await client.get(requested('jpg?width=40&height=40&mask=circle'));
    expect([opaque.status, await transparency(opaque.bytes)]).toEqual([200, undefined]);
  });
});

describe('margins, borders and a fallback', () => {
  it('are served as explained, and equal ones are one rendition (transformations.pad, transformations.border)', async () => {
    const [first, other] = [
      'png?width=40&pad=2,4,6,8&border=3,f80',
      'png?width=20&dpr=2&pad=1,2,3,4&border=2,f80',
    ].map(requested) as [string, string];
    const { status, bytes } = await client.get(first);
    const { width, height } = await sharp(bytes).metadata();
    expect([status, width, height]).toEqual([200, 40 + 4 + 8, 27 + 2 + 6]);
    expect(await explain(first)).toMatchObject({ output: { width, height }, stored: true });
    expect((await explain(other)).stored).toBe(false); // its border is 4 pixels wide
    const trimmed = await client.get(requested('webp?width=40&trim=255'));
    expect(trimmed.status).toBe(200);
  });

  it('a fallback is served in place of an unknown image (delivery.fallback)', async () => {
    const [, id = ''] = /(img_[a-z2-7]{26})/.exec(imageUrl) ?? [];
    const own = await client.get(requested('webp?width=33'));
    const unknown = imageUrl.replace(id, `img_${'a'.repeat(26)}`).replace(/jpg$/, 'webp?width=33');
    expect((await client.get(unknown)).status).toBe(404);
    const { status, headers, bytes } = await client.get(`${unknown}&fallback=${id}`);
    expect([status, headers.get('imagewell-fallback')]).toEqual([200, 'image_not_found']);
    expect(headers.get('cache-control')).toContain('max-age=60');
    expect(bytes.equals(own.bytes)).toBe(true);
  });
});

describe('ratio, crop in per cent and a point', () => {
  it.each([
    ['ratio=1:1', [200, 200]],
    ['width=160&ratio=16%3A9', [160, 90]],
    ['height=90&ratio=32,18&dpr=1.5', [240, 135]],
    ['crop=10p,10p,50p,50p', [150, 100]],
    ['crop=0.5p,0p,33.33p,100p&width=50', [50, 101]],
    ['width=60&height=60&position=0.3,0.725', [60, 60]],
    ['ratio=1:1&fit=contain&position=0,0.25', [300, 300]],
  ])(
    '%s is served and explained (transformations.ratio, transformations.crop, transformations.point)',
    async (query, size) => {
      const url = `${imageUrl.replace(/jpg$/, 'webp')}?${query}`;
      const { status, bytes } = await client.get(url);
      const made = await sharp(bytes).metadata();
      expect([status, made.width, made.height]).toEqual([200, ...size]);
      expect(await explain(url)).toMatchObject({
        stored: true,
        transformations: 0,
        output: { width: size[0], height: size[1] },
      });
    },
  );

  it.each([
    ['width=160&ratio=16:9', 'width=160&ratio=32:18', 'width=160&height=90'],
    ['width=50&height=50&position=0.5,1', 'position=bottom&height=50&width=50'],
    ['crop=0p,0p,50p,100p', 'crop=0,0,150,200', 'crop=0.00p,0p,50.0p,100p'],
  ])('%s has twins, which are one rendition (transformations.rendition-key)', async (...ways) => {
    const answers = await Promise.all(ways.map((way) => explain(`${imageUrl}?${way}`)));
    expect(new Set(answers.map(({ renditionKey }) => renditionKey)).size).toBe(1);
  });

  it.each([
    'ratio=0:1',
    'ratio=16:9:1',
    'ratio=1e3:1',
    'ratio=16',
    'ratio=1:1&ratio=2:1',
    'crop=10p,10,80p,80',
    'crop=0p,0p,0p,50p',
    'crop=0p,0p,100.01p,50p',
    'crop=100p,0p,10p,10p',
    'crop=1e1p,0p,9p,9p',
    'position=0.3',
    'position=1.001,0',
    'position=-0.1,0.5',
    'position=NaN,NaN',
    'position=0.3,0.7,0.1',
  ])('%s is refused (transformations.wrong-values)', async (query) => {
    const { status, json } = await client.get(`${imageUrl}?${query}`);
    expect([status, json?.code]).toEqual([400, 'invalid_parameter']);
  });
});
