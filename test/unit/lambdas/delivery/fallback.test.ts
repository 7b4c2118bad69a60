import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageUrl } from '../../../../client/src/image-url.ts';
import { signImageUrl } from '../../../../client/src/sign-image-url.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import { FALLBACK_HEADER } from '../../../../core/use-cases/delivery/deliver-image.ts';
import { createHandler as createUpload } from '../../../../lambdas/api/upload-temporary-image.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
} from '../../../support/stores/make-services.ts';
import { withSettings } from '../../../support/stores/with-settings.ts';

const NOW = Date.UTC(2026, 10, 23);
const UNKNOWN = `img_${'a'.repeat(26)}`;
let test: TestServices;
let fallback: ImageId;
let deleted: ImageId;
let projectId: string;
beforeAll(async () => {
  test = await makeServices();
  test.setClock(NOW);
  fallback = (await storeImage(test, await drawJpeg(90, 60))) as ImageId;
  deleted = (await storeImage(test, await drawJpeg(70, 70))) as ImageId;
  projectId = (await test.services.images.getImage(fallback))?.projectId ?? '';
  await test.services.images.markDeleting(deleted, NOW);
});
afterAll(() => test.remove());

const get = (path: string, services = test.services) => deliver({ services }, `/res/${path}`);

/** The services, whose project has these settings. */
const withOwn = (own: Parameters<typeof withSettings>[1], of = projectId) =>
  withSettings(test.services, own, (id) => id === of);

async function uploadTemporary(): Promise<string> {
  const event = makeApiEvent(ENDPOINTS.uploadTemporaryImage, {
    headers: { 'content-type': 'image/jpeg' },
    body: Buffer.from(await drawJpeg(50, 50)),
    uploadKey: test.credentials.uploadKey,
  });
  const { body } = await createUpload(test.services)(event, makeContext());
  return /tmp_[a-z2-7]+/.exec(JSON.parse(body).temporaryImageUrl)?.[0] ?? '';
}

describe('fallback=<image ID> (delivery.fallback)', () => {
  it('is served for deleted and unknown images, with the same parameters, for a minute', async () => {
    const own = await get(`${fallback}.webp?width=20`);
    for (const id of [deleted, UNKNOWN]) {
      const { status, headers, bytes } = await get(`${id}.webp?width=20&fallback=${fallback}`);
      expect([status, headers[FALLBACK_HEADER]]).toEqual([200, 'image_not_found']);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=60, s-maxage=60',
        'x-robots-tag': 'noindex',
        'cache-tag': own.headers['cache-tag'],
        etag: own.headers.etag,
      });
      expect(bytes.equals(own.bytes)).toBe(true);
    }
    expect(own.headers).not.toHaveProperty(FALLBACK_HEADER);
  });

  it('is served for an expired temporary image, and not before', async () => {
    const id = await uploadTemporary();
    const url = `${id}.jpg?fallback=${fallback}`;
    const live = await get(url);
    expect([live.status, live.headers[FALLBACK_HEADER]]).toEqual([200, undefined]);
    test.setClock(NOW + 25 * 3_600_000);
    const { status, headers } = await get(url);
    test.setClock(NOW);
    expect([status, headers[FALLBACK_HEADER]]).toEqual([200, 'temporary_image_not_found']);
  });

  it('makes no other rendition, and counts as one of the fallback (transformations.rendition-key)', async () => {
    const month = '2026-11';
    const project = await test.services.projects.getProject(projectId);
    const count = () => test.services.usage.countTransformations(project?.accountId ?? '', month);
    const before = await count();
    await get(`${deleted}.webp?width=31&fallback=${fallback}`);
    await get(`${UNKNOWN}.webp?width=31&fallback=${fallback}`);
    await get(`${fallback}.webp?width=31`);
    expect((await count()) - before).toBe(1);
  });

  it('has no fallback of its own, and no effect on an image that is there', async () => {
    const services = withOwn({ fallbackImage: deleted });
    const { status, code } = await get(`${UNKNOWN}.webp?fallback=${deleted}`, services);
    expect([status, code]).toEqual([404, 'image_not_found']);
    const there = await get(`${fallback}.jpg?fallback=${deleted}`);
    expect([there.status, there.headers[FALLBACK_HEADER]]).toEqual([200, undefined]);
  });

  it('is no image of another project', async () => {
    const getImage = async (id: ImageId) => {
      const image = await test.services.images.getImage(id);
      return image && id === deleted ? { ...image, projectId: 'prj_other' } : image;
    };
    const images = { ...test.services.images, getImage };
    const services = { ...test.services, images };
    expect((await get(`${deleted}.jpg?fallback=${fallback}`, services)).status).toBe(404);
  });

  it.each(['img_x', `tmp_${'a'.repeat(26)}`, `img_${'A'.repeat(26)}`])(
    'is refused at the edge as %s (transformations.wrong-values)',
    async (id) => {
      expect((await get(`${UNKNOWN}.jpg?fallback=${id}`)).code).toBe('invalid_parameter');
    },
  );

  it('keeps the rules of its project: listed sizes and suspension', async () => {
    const listed = withOwn({ allowedWidths: [20] });
    const ask = (width: number, services: TestServices['services']) =>
      get(`${deleted}.webp?width=${width}&fallback=${fallback}`, services);
    expect((await ask(20, listed)).status).toBe(200);
    // the refusal of the missing image stays
    expect((await ask(21, listed)).code).toBe('image_not_found');
    const suspension = { reason: 'x', since: NOW } as never;
    expect((await ask(20, withOwn({ suspension }))).code).toBe('image_not_found');
  });
});

describe('a fallback in a project with signed URLs (delivery.fallback, signing.urls)', () => {
  const secret = 'x'.repeat(43);
  const services = () => {
    const listSecrets = async () => [{ secretId: 'sec_x', secret, createdAt: 0 }];
    const signingSecrets = { ...test.services.signingSecrets, listSecrets };
    return { ...withOwn({ requireSignature: true }), signingSecrets } as never;
  };
  const sign = async (id: string, expires: number, query = `?fallback=${fallback}`) => {
    const url = `https://cdn.example.com/res/${id}.webp${query}`;
    const signed = await signImageUrl(url, { secret, expires });
    return signed.replace('https://cdn.example.com/res/', '');
  };
  const END = NOW / 1000 + 30;

  it('needs the signature of the requested URL, which covers it', async () => {
    const url = await sign(deleted, END);
    const { status, headers } = await get(url, services());
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=30, s-maxage=30']);
    const refused = [
      url.replace(fallback, UNKNOWN),
      url.replace(/&signature=.*/, `&signature=${'a'.repeat(43)}`),
      `${deleted}.webp?fallback=${fallback}`,
    ];
    for (const each of refused) expect((await get(each, services())).status).toBe(404);
  });

  it('is served after the expiry of a signed URL, and never for a wrong signature', async () => {
    const other = (await storeImage(test, await drawJpeg(40, 30))) as ImageId;
    const url = await sign(other, END - 60);
    const { status, headers } = await get(url, services());
    expect([status, headers[FALLBACK_HEADER]]).toEqual([200, 'url_expired']);
    expect(headers['cache-control']).toBe('public, max-age=60, s-maxage=60');
    expect((await get(await sign(other, END - 60, ''), services())).code).toBe('url_expired');
    const wrong = url.replace(/&signature=.*/, `&signature=${'a'.repeat(43)}`);
    expect((await get(wrong, services())).code).toBe('signature_invalid');
    const unsigned = imageUrl(other, {
      cdnUrl: 'https://cdn.example.com',
      format: 'webp',
      fallback,
    });
    const path = unsigned.replace('https://cdn.example.com/res/', '');
    expect((await get(path, services())).code).toBe('signature_required');
  });
});

describe('fallbackImage of a project (delivery.fallback, projects.settings)', () => {
  it('is served for its images that are deleted, unless a URL names another', async () => {
    const services = withOwn({ fallbackImage: fallback });
    const answer = await get(`${deleted}.webp?width=22`, services);
    expect([answer.status, answer.headers[FALLBACK_HEADER]]).toEqual([200, 'image_not_found']);
    const other = (await storeImage(test, await drawJpeg(40, 30))) as ImageId;
    const named = await get(`${deleted}.jpg?fallback=${other}`, services);
    expect(named.bytes.equals((await get(`${other}.jpg`)).bytes)).toBe(true);
    // an unknown ID has no project
    expect((await get(`${UNKNOWN}.webp`, services)).status).toBe(404);
  });

  it('is kept by the store, and null at first', async () => {
    const { projects } = test.services;
    expect((await projects.getOpenProject(projectId))?.settings.fallbackImage).toBeNull();
    await projects.changeSettings(projectId, { fallbackImage: fallback });
    expect((await get(`${deleted}.jpg`)).headers[FALLBACK_HEADER]).toBe('image_not_found');
    await projects.changeSettings(projectId, { fallbackImage: null });
    expect((await get(`${deleted}.jpg`)).status).toBe(404);
  });
});
