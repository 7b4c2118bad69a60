import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { client } from '../support/e2e/service-under-test.ts';
import { drawJpeg } from '../support/images/draw.ts';
import { untilKept } from '../support/waits/until-kept.ts';

const CHROME = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';
/** A machine with other work on every core may let the first tries run out of time. */
const QUEUED_WITHIN_MS = 180_000;
// set by the runner of the tests: an edge that should cache responses and doesn't must fail here
const keepsNothing = process.env.IMAGEWELL_CDN === 'keeps-nothing';

let small: string;
beforeAll(async () => {
  const { imageId } = await client.store(await drawJpeg(300, 200));
  small = `/res/${imageId}.auto?width=120`;
});

const ask = (path: string, accept: string, headers: Record<string, string> = {}) =>
  client.get(path, { headers: { Accept: accept, ...headers } });

describe('auto', () => {
  it.each([
    [CHROME, 'image/avif'],
    ['image/webp,image/avif', 'image/avif'],
    ['image/avif;q=0.5, image/webp;q=0.8', 'image/webp'],
    ['image/webp;q=0.001', 'image/webp'],
    ['image/avif;q=0,image/webp;q=0', 'image/jpeg'],
    ['image/*', 'image/jpeg'],
    ['*/*', 'image/jpeg'],
    [`${'text/html;q=0.1,'.repeat(600)}image/avif`, 'image/jpeg'],
    ['image/avif;q=7,image/webp;q=-1', 'image/jpeg'],
  ])('for Accept %s is %s (delivery.auto)', async (accept, type) => {
    const answer = await ask(small, accept);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect(answer.headers.get('vary')).toBe('Accept');
    const { format, width } = await sharp(answer.bytes).metadata();
    expect([format === 'heif' ? 'avif' : format, width]).toEqual([type.slice(6), 120]);
  });

  it('sends Vary with 304 and with refusals that depend on the image (delivery.auto)', async () => {
    const { headers } = await ask(small, 'image/webp');
    const etag = headers.get('etag') ?? '';
    const fresh = await ask(small, 'image/webp', { 'If-None-Match': etag });
    expect([fresh.status, fresh.headers.get('vary')]).toEqual([304, 'Accept']);
    const other = await ask(small, CHROME, { 'If-None-Match': etag });
    expect(other.status).toBe(200);
    const refused = await ask(`${small}&crop=300,0,1,1`, CHROME);
    expect([refused.status, refused.headers.get('vary')]).toEqual([400, 'Accept']);
  });

  const entry =
    'headers that name the same are one entry at the edge, others another (delivery.auto, transformations.rendition-key)';
  it.skipIf(keepsNothing)(`${entry} (of a CDN that keeps answers)`, async () => {
    const path = `${small}&height=70`;
    const cacheOf = async (accept: string) => (await ask(path, accept)).headers.get('x-cache');
    for (const accept of [CHROME, 'image/avif', 'image/webp', '*/*']) {
      expect(await cacheOf(accept), accept).toContain('Miss');
      await untilKept(() => ask(path, accept));
    }
    for (const accept of [
      'image/webp;q=0.1, image/avif;q=0.2',
      'image/AVIF',
      'image/webp,x/y',
      '',
    ]) {
      expect(await cacheOf(accept), accept).toContain('Hit');
    }
  });
});

describe('an AVIF that takes long', () => {
  it('is WebP for a minute, and AVIF some seconds later, counted when it is made (delivery.auto, quotas.transformations)', {
    timeout: QUEUED_WITHIN_MS + 30_000,
  }, async () => {
    const { imageId, imageUrl } = await client.store(await drawJpeg(2250, 1800));
    const explain = async () => {
      const { json } = await client.call('explain-transformation', {
        imageUrl: imageUrl.replace(/\.\w+$/, '.auto?width=2500'),
      });
      const { output, stored, transformations } = json;
      return { format: output.format, width: output.width, stored, transformations };
    };
    const avif = { format: 'avif', width: 2250 };
    expect(await explain()).toEqual({ ...avif, stored: false, transformations: 1 });
    const first = await ask(`/res/${imageId}.auto?width=2500`, CHROME);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=60, s-maxage=60',
      vary: 'Accept',
    });
    // wider than the image: another entry at the edge each, and all the same rendition
    let width = 2500;
    const askAnew = async () => {
      width += 1;
      return (await ask(`/res/${imageId}.auto?width=${width}`, CHROME)).headers;
    };
    await expect
      .poll(async () => (await askAnew()).get('content-type'), {
        timeout: QUEUED_WITHIN_MS,
        interval: 500,
      })
      .toBe('image/avif');
    const later = await askAnew();
    expect(later.get('cache-control')).toBe('public, max-age=86400, s-maxage=2592000');
    expect(await explain()).toEqual({ ...avif, stored: true, transformations: 0 });
    const webp = await ask(`/res/${imageId}.auto?width=${width}`, 'image/webp');
    expect(webp.headers.get('etag')).toBe(first.headers.get('etag'));
  });
});
