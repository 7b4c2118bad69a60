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
