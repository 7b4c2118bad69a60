import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { FORMATS } from '../../core/transform/formats.ts';
import { client, keepsNothing } from '../support/e2e/service-under-test.ts';
import { drawJpeg, drawQuadrants } from '../support/images/draw.ts';
import { untilKept } from '../support/waits/until-kept.ts';

let imageId: string;
let small: string;
beforeAll(async () => {
  ({ imageId } = await client.store(await drawJpeg(300, 200)));
  small = `/res/${imageId}.webp?width=90`;
  await client.get(small);
});

const CLOSED = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'timing-allow-origin': '*',
};

describe('headers of delivery', () => {
  it('stand on an image, with its length and its life (delivery.cache-lifetime, delivery.content-length, origins.cors, security.delivery-headers)', async () => {
    for (const path of [small, `/res/${imageId}.jpg`]) {
      const { headers, bytes } = await client.get(path);
      expect(Object.fromEntries(headers)).toMatchObject({
        ...CLOSED,
        'cache-control': 'public, max-age=86400, s-maxage=2592000',
        'content-length': String(bytes.length),
        'access-control-expose-headers': 'X-Error-Code, X-Request-Id, Retry-After, ETag',
      });
      expect(headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/);
    }
  });

  it.each([
    ['GET', `/res/img_${'a'.repeat(26)}.jpg`, 404, 'image_not_found'],
    ['GET', `/res/tmp_${'a'.repeat(26)}.jpg`, 404, 'temporary_image_not_found'],
    ['GET', '/res/img_short.jpg', 404, 'image_not_found'],
    ['GET', `/res/img_${'a'.repeat(26)}`, 404, 'route_not_found'],
    ['GET', '/nowhere', 404, 'route_not_found'],
    ['GET', `/res/img_${'a'.repeat(26)}.svg`, 400, 'unsupported_output_format'],
    ['GET', `/res/img_${'a'.repeat(26)}.jpg?width=0`, 400, 'invalid_parameter'],
    ['GET', `/res/img_${'a'.repeat(26)}.jpg?width=1&width=1`, 400, 'invalid_parameter'],
    ['GET', `/res/img_${'a'.repeat(26)}.jpg?blur=%`, 400, 'invalid_parameter'],
    ['POST', `/res/img_${'a'.repeat(26)}.jpg`, 405, 'method_not_allowed'],
  ])(
    '%s %s is %i %s, with a header an img can tell it by (delivery.error-code-header, errors.check-order, transformations.wrong-values, delivery.extension)',
    async (method, path, status, code) => {
      const answer = await client.get(path, { method });
      expect([answer.status, answer.json.code]).toEqual([status, code]);
      expect(answer.headers.get('x-error-code')).toBe(code);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=10');
      expect(Object.fromEntries(answer.headers)).toMatchObject(CLOSED);
    },
  );

  it('OPTIONS on an image is 204 (errors.method-not-allowed)', async () => {
    const answer = await client.get(small, { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-methods')).toContain('GET');
  });

  it('HEAD is as GET without the body (delivery.head)', async () => {
    const got = await client.get(small);
    const { status, headers, bytes } = await client.get(small, { method: 'HEAD' });
    expect([status, bytes.length]).toEqual([200, 0]);
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control']) {
      expect(headers.get(name)).toBe(got.headers.get(name));
    }
  });

  it('If-None-Match is answered 304 from any form of the entity tag, kept or not (delivery.etag-strong)', async () => {
    const { headers } = await client.get(small);
    const etag = headers.get('etag') ?? '';
    const fresh = `/res/${imageId}.webp?width=90&unknown=1&height=60`;
    for (const path of [small, fresh]) {
      for (const value of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const answer = await client.get(path, { headers: { 'If-None-Match': value } });
        expect([answer.status, answer.bytes.length], value).toEqual([304, 0]);
        expect(answer.headers.get('etag')).toBe(etag);
      }
    }
    const other = await client.get(small, { headers: { 'If-None-Match': '"x"' } });
    expect(other.status).toBe(200);
  });
});

describe('renditions', () => {
  // said by who starts the end-to-end tests: an edge that ought to keep answers and doesn't must
  // fail here
  const entry =
    'requests that mean the same are one entry at the edge (transformations.unknown-parameters, transformations.rendition-key)';
  it.skipIf(keepsNothing)(`${entry} (of a CDN that keeps answers)`, async () => {
    const path = `/res/${imageId}`;
    await untilKept(() => client.get(`${path}.jpg?width=100&height=50`));
    for (const same of [
      '.jpeg?height=50&width=100',
      '.JPG?width=50&height=25&dpr=2',
      '.jpg?utm=1&width=100&fit=cover&height=50&flip=false',
    ]) {
      const answer = await client.get(path + same);
      expect(answer.headers.get('x-cache'), same).toContain('Hit');
    }
  });

  it.each([
    ['?width=100', 100, 67],
    ['?height=50', 75, 50],
    ['?width=100&height=100', 100, 100],
    ['?width=100&height=100&fit=inside', 100, 67],
    ['?width=100&height=100&fit=outside', 150, 100],
    ['?width=100&height=100&fit=fill', 100, 100],
    ['?width=100&height=100&fit=contain', 100, 100],
    ['?width=1000', 300, 200],
    ['?width=600&enlarge=true', 600, 400],
    ['?width=100&dpr=1.5', 150, 100],
    ['?crop=10,10,100,50', 100, 50],
    ['?crop=250,150,100,100', 50, 50],
    ['?rotate=90&width=50', 50, 75],
    ['?crop=0,0,100,50&rotate=270&width=25', 25, 50],
    ['?flip=true&flop=true&grayscale=true&blur=1.5&sharpen=2&background=abc', 300, 200],
    ['?width=60&height=60&position=attention', 60, 60],
    ['?width=60&height=60&position=entropy', 60, 60],
    ['?width=60&height=60&position=bottom-right&rotate=180', 60, 60],
  ])(
    '%s is %i x %i in every format (transformations.size, transformations.fit, transformations.enlarging)',
    async (query, width, height) => {
      for (const [format, { contentType }] of Object.entries(FORMATS)) {
        const answer = await client.get(`/res/${imageId}.${format}${query}`);
        expect(answer.status, format).toBe(200);
        expect(answer.headers.get('content-type')).toBe(contentType);
        const facts = await sharp(answer.bytes).metadata();
        expect([facts.width, facts.height], format).toEqual([width, height]);
      }
    },
  );

  it('crop, rotate, flip and flop move the pixels where they say (transformations.crop, transformations.orientation)', async () => {
    const { imageId: id } = await client.store(await drawQuadrants().png().toBuffer(), 'image/png');
    const corner = async (query: string) => {
      const { bytes } = await client.get(`/res/${id}.png?${query}`);
      const { data, info } = await sharp(bytes)
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) =>
        data
          .subarray((y * info.width + x) * 3)
          .subarray(0, 3)
          .toString('hex');
      const [right, bottom] = [info.width - 3, info.height - 3];
      return [at(2, 2), at(right, 2), at(2, bottom), at(right, bottom)].map(
        (hex) => ({ ff0000: 'r', '00ff00': 'g', '0000ff': 'b', ffffff: 'w' })[hex] ?? hex,
      );
    };
    expect((await corner('flip=true')).join('')).toBe('bwrg');
    expect((await corner('flop=true')).join('')).toBe('grwb');
    expect((await corner('rotate=90')).join('')).toBe('brwg');
    expect((await corner('rotate=180')).join('')).toBe('wbgr');
    expect((await corner('rotate=270')).join('')).toBe('gwrb');
    expect((await corner('rotate=90&flop=true')).join('')).toBe('rbgw');
    expect((await corner('rotate=90&flip=true')).join('')).toBe('wgbr');
    expect((await corner('crop=40,0,40,30')).join('')).toBe('gggg');
    expect((await corner('crop=40,0,40,60&rotate=90')).join('')).toBe('wgwg');
    expect((await corner('width=20&height=60&position=left')).join('')).toBe('rrbb');
    expect((await corner('width=20&height=60&position=right')).join('')).toBe('ggww');
    expect((await corner('width=20&height=60&position=left&flop=true')).join('')).toBe('ggww');
    expect((await corner('width=60&height=20&position=bottom&rotate=90')).join('')).toBe('wgwg');
  });

  it('background lies under transparent pixels and around contain (transformations.background, transformations.colour)', async () => {
    const empty = await sharp({
      create: { width: 20, height: 20, channels: 4, background: '#00000000' },
    })
      .png()
      .toBuffer();
    const { imageId: id } = await client.store(empty, 'image/png');
    const pixel = async (path: string) => {
      const { bytes } = await client.get(`/res/${id}${path}`);
      const raw = await sharp(bytes).ensureAlpha().raw().toBuffer();
      return [...raw.subarray(0, 4)];
    };
    expect(await pixel('.jpg')).toEqual([255, 255, 255, 255]);
    expect(await pixel('.png?width=5')).toEqual([0, 0, 0, 0]);
    expect(await pixel('.png?background=f80')).toEqual([255, 136, 0, 255]);
    expect(await pixel('.png?background=f80&grayscale=true')).toEqual([255, 136, 0, 255]);
    expect(await pixel('.png?background=ff880080')).toEqual([255, 136, 0, 128]);
    expect(await pixel('.png?width=40&height=20&fit=contain&background=00f')).toEqual([
      0, 0, 255, 255,
    ]);
    expect(await pixel('.png?width=40&height=20&fit=contain')).toEqual([0, 0, 0, 0]);
  });

  it('never sends more than the stored image if the request changes nothing visible (delivery.never-larger)', async () => {
    const tiny = await sharp(await drawJpeg(120, 90))
      .jpeg({ quality: 5 })
      .toBuffer();
    const { imageId: id } = await client.store(tiny);
    const plain = await client.get(`/res/${id}.jpg`);
    const requested = await client.get(`/res/${id}.jpg?width=8000`);
    expect(requested.bytes.equals(plain.bytes)).toBe(true);
    const quality = await client.get(`/res/${id}.jpg?width=8000&quality=95`);
    expect(quality.bytes.length).toBeGreaterThan(plain.bytes.length);
  });

  it('a crop outside the image is 400, too large a result 422 (transformations.crop, transformations.orientation, transformations.max-output)', async () => {
    const outside = await client.get(`/res/${imageId}.jpg?crop=300,0,10,10`);
    expect([outside.status, outside.json.code]).toEqual([400, 'invalid_parameter']);
    const large = await client.get(`/res/${imageId}.jpg?width=8192&enlarge=true`);
    expect([large.status, large.json.code]).toEqual([422, 'image_too_large']);
  });

  it('a hundred identical concurrent requests get the same bytes', async () => {
    const path = `/res/${imageId}.webp?width=123&blur=3`;
    // without a cache before it every one of them is its own process, on this machine
    const count = keepsNothing ? 8 : 100;
    const all = await Promise.all(Array.from({ length: count }, () => client.get(path)));
    expect(new Set(all.map((entry) => entry.status))).toEqual(new Set([200]));
    expect(new Set(all.map((entry) => entry.headers.get('etag'))).size).toBe(1);
    expect(new Set(all.map((entry) => entry.headers.get('x-request-id'))).size).toBe(count);
  });
});
