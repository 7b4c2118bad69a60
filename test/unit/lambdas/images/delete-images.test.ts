import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { ServiceError } from '../../../../core/foundation/service-error.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import type { Services } from '../../../../core/ports/services.ts';
import { createHandler } from '../../../../lambdas/api/delete-image.ts';
import { makeImage, makeTemporary } from '../../../contract/image-store.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
} from '../../../support/stores/make-services.ts';
import { ofOtherProject } from '../../../support/stores/other-project.ts';

const ANY = { maxCount: 9_999, maxBytes: 9_999_999 };
const NOON = Date.UTC(2026, 10, 21, 12);
const UNKNOWN: ImageId = `img_${'q'.repeat(26)}`;
const MARKED = 'image_marked_for_deletion';
let test: TestServices;
beforeAll(async () => {
  test = await makeServices();
});
afterEach(() => test.setClock(NOON));
afterAll(() => test.remove());

async function addImages(count: number, metadata: Record<string, string> = {}): Promise<ImageId[]> {
  const { services, credentials } = test;
  const { projectId } = credentials;
  const ids: ImageId[] = [];
  for (let at = 0; at < count; at += 1) {
    const temporary = makeTemporary(projectId, { accountId: 'acc_local', expiresAt: NOON * 2 });
    await services.images.addTemporaryImage(temporary, ANY, NOON);
    const image = makeImage(temporary, { createdAt: NOON + at, metadata });
    await services.images.saveImage(image, { maxImages: null }, NOON);
    ids.push(temporary.imageId);
  }
  return ids;
}

async function remove(body: object, services: Services = test.services) {
  const headers = { 'x-api-key': test.credentials.apiKey, 'content-type': 'application/json' };
  const event = makeApiEvent(ENDPOINTS.deleteImages, { headers, body: JSON.stringify(body) });
  const result = await createHandler(services)(event, makeContext());
  return { status: result.statusCode, json: JSON.parse(result.body) };
}
const stateOf = async (id: ImageId) => (await test.services.images.getImage(id))?.state;
const withImages = (change: Partial<Services['images']>): Services => ({
  ...test.services,
  images: { ...test.services.images, ...change },
});

describe('delete-images', () => {
  it('answers the result of each, in its order and once; an unknown one stops no other', async () => {
    const [first, second] = (await addImages(2)) as [ImageId, ImageId];
    const url = `${test.services.cdnUrl}/res/${second}.jpg?width=9`;
    const requested = { imageIds: [first, UNKNOWN, url, first, second] };
    const receipt = {
      images: [
        { imageId: first, outcome: MARKED },
        { imageId: UNKNOWN, outcome: 'image_not_found' },
        { imageId: second, outcome: MARKED },
      ],
      hasMore: false,
    };
    expect(await remove(requested)).toEqual({ status: 200, json: receipt });
    expect([await stateOf(first), await stateOf(second)]).toEqual(['deleting', 'deleting']);
    // repeating it answers the same, as delete-image does
    expect(await remove(requested)).toEqual({ status: 200, json: receipt });
  });

  it('answers for an image of another project as for an unknown one, and leaves it (security.foreign-as-unknown)', async () => {
    const [theirs] = (await addImages(1, { kept: 'yes' })) as [ImageId];
    const elsewhere = ofOtherProject(test.services);
    const answer = await remove({ imageIds: [theirs, UNKNOWN] }, elsewhere);
    expect(answer.json.images.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'image_not_found',
      'image_not_found',
    ]);
    expect((await remove({ metadata: { kept: 'yes' } }, elsewhere)).json).toEqual({
      images: [],
      hasMore: false,
    });
    expect(await stateOf(theirs)).toBe('saved');
  });

  it('deletes those with one pair of metadata, a hundred a call, until none is left', async () => {
    const { maxImagesDeletedAtOnce: most } = LIMITS;
    const ids = await addImages(most + 3, { batch: 'a' });
    const [other] = (await addImages(1, { batch: 'b' })) as [ImageId];
    const first = await remove({ metadata: { batch: 'a' } });
    expect([first.json.images.length, first.json.hasMore]).toEqual([most, true]);
    const second = await remove({ metadata: { batch: 'a' } });
    expect([second.json.images.length, second.json.hasMore]).toEqual([3, false]);
    const told = [...first.json.images, ...second.json.images];
    expect(told.every(({ outcome }) => outcome === MARKED)).toBe(true);
    expect(told.map(({ imageId }) => imageId).sort()).toEqual([...ids].sort());
    expect((await remove({ metadata: { batch: 'a' } })).json).toEqual({
      images: [],
      hasMore: false,
    });
    expect(await stateOf(other)).toBe('saved');
  });

  it('stops in time for its answer: the remaining images are busy, and the same call deletes them', async () => {
    const ids = await addImages(12);
    let marked = 0;
    const slow = withImages({
      markDeleting: async (...args) => {
        marked += 1;
        test.setClock(NOON + marked * 1_000);
        return test.services.images.markDeleting(...args);
      },
    });
    const { status, json } = await remove({ imageIds: ids }, slow);
    const busy = json.images.filter(({ outcome }: { outcome: string }) => outcome === 'busy');
    expect([status, json.images.length, json.hasMore]).toEqual([200, 12, true]);
    expect(busy.length).toBeGreaterThan(0);
    expect(marked).toBe(12 - busy.length);
    test.setClock(NOON);
    const again = await remove({ imageIds: ids });
    expect(again.json.hasMore).toBe(false);
    for (const id of ids) expect(await stateOf(id)).toBe('deleting');
  });

  it('reports an image with too many concurrent writes as busy, and fails if the store does (errors.busy)', async () => {
    const [first, second] = (await addImages(2)) as [ImageId, ImageId];
    const failing = (error: Error) =>
      withImages({
        markDeleting: (id, now) =>
          id === first ? Promise.reject(error) : test.services.images.markDeleting(id, now),
      });
    const { json } = await remove({ imageIds: [first, second] }, failing(new ServiceError('busy')));
    expect(json).toEqual({
      images: [
        { imageId: first, outcome: 'busy' },
        { imageId: second, outcome: MARKED },
      ],
      hasMore: true,
    });
    const broken = await remove({ imageIds: [first] }, failing(new Error('broken')));
    expect([broken.status, broken.json.code]).toEqual([500, 'internal_error']);
    expect(await stateOf(first)).toBe('saved');
  });

  it('counts no image twice, however many calls delete it concurrently (quotas.images)', async () => {
    const count = async () => (await test.services.usage.ofAccount('acc_local', '2026-11')).images;
    const before = await count();
    const ids = await addImages(8);
    expect(await count()).toBe(before + 8);
    await Promise.all(Array.from({ length: 5 }, () => remove({ imageIds: ids })));
    expect(await count()).toBe(before);
  });

  const many = Array.from({ length: LIMITS.maxImagesDeletedAtOnce + 1 }, () => UNKNOWN);
  it.each([
    ['nothing', {}, 'validation_failed', ''],
    ['both', { imageIds: [UNKNOWN], metadata: { a: 'b' } }, 'conflicting_fields', ''],
    ['no list', { imageIds: UNKNOWN }, 'validation_failed', '/imageIds'],
    ['null', { imageIds: null }, 'validation_failed', '/imageIds'],
    ['an empty list', { imageIds: [] }, 'validation_failed', '/imageIds'],
    ['too many', { imageIds: many }, 'validation_failed', '/imageIds'],
    ['a number', { imageIds: [UNKNOWN, 7] }, 'validation_failed', '/imageIds/1'],
    [
      'another host',
      { imageIds: ['https://x.example/res/a'] },
      'invalid_image_reference',
      '/imageIds/0',
    ],
    [
      'a temporary image',
      { imageIds: [`tmp_${'a'.repeat(26)}`] },
      'invalid_image_reference',
      '/imageIds/0',
    ],
    ['two pairs', { metadata: { a: 'b', c: 'd' } }, 'validation_failed', '/metadata'],
    ['no pair', { metadata: {} }, 'validation_failed', '/metadata'],
    ['a pair without a value', { metadata: { a: null } }, 'validation_failed', '/metadata/a'],
    [
      '__proto__ for a key',
      JSON.parse('{"metadata": {"__proto__": "a"}}'),
      'validation_failed',
      '/metadata/__proto__',
    ],
  ])('refuses %s, and deletes nothing (errors.bad-request)', async (_, body, code, pointer) => {
    const marked: ImageId[] = [];
    const watched = withImages({
      markDeleting: async (id: ImageId) => marked.push(id) > 0,
      listImages: () => Promise.reject(new Error('nothing is looked for')),
    });
    const { status, json } = await remove(body, watched);
    expect([status, json.code, json.errors[0].pointer]).toEqual([400, code, pointer]);
    expect(marked).toEqual([]);
  });

  it('reports all invalid references, and deletes none of the others (errors.bad-request)', async () => {
    const [good] = (await addImages(1)) as [ImageId];
    const { status, json } = await remove({ imageIds: ['x', good, 'y'] });
    expect([status, json.code]).toEqual([400, 'validation_failed']);
    const errors = json.errors.map(({ pointer, code }: { pointer: string; code: string }) => [
      pointer,
      code,
    ]);
    expect(errors).toEqual([
      ['/imageIds/0', 'invalid_image_reference'],
      ['/imageIds/2', 'invalid_image_reference'],
    ]);
    expect(await stateOf(good)).toBe('saved');
  });
});
