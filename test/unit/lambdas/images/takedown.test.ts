import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import type { AnyImageId, ImageId } from '../../../../core/images/ids.ts';
import { renderQueued } from '../../../../core/use-cases/delivery/render-queued.ts';
import { blockImage, unblockImage } from '../../../../core/use-cases/moderation/block-image.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { type Delivered, deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';
import { openOperator } from '../../../support/stores/operator-ports.ts';

const REASON = 'A court’s order';
let test: TestServices;
let operator: ReturnType<typeof openOperator>;
let imageBytes: Buffer;

const call = (name: keyof typeof ENDPOINTS, body: object) =>
  callAny(test.services, ENDPOINTS[name], {
    headers: { 'x-api-key': test.credentials.apiKey },
    body,
  });
const get = (id: string, path = '.jpg') => deliver(test, `/res/${id}${path}`);
const takeDown = (id: string) => blockImage(operator, id as AnyImageId, REASON);
const shownTakeDown = () => ({
  reason: REASON,
  takenDownAt: new Date(test.services.clock()).toISOString(),
});

async function upload(): Promise<string> {
  const { json } = await callAny(test.services, ENDPOINTS.uploadTemporaryImage, {
    headers: { 'content-type': 'image/jpeg' },
    body: imageBytes,
    uploadKey: test.credentials.uploadKey,
  });
  return /tmp_\w+/.exec(json.temporaryImageUrl)?.[0] ?? '';
}
async function store() {
  const temporaryImageId = await upload();
  const { json } = await call('saveTemporaryImage', { temporaryImageUrl: temporaryImageId });
  return { temporaryImageId, imageId: json.imageId as ImageId };
}
/** All of an answer that doesn't name its request. */
function told({ status, headers, bytes }: Delivered) {
  const { 'X-Request-Id': _, 'Content-Length': __, ...rest } = headers;
  const { requestId: ___, ...problem } = JSON.parse(bytes.toString());
  return { status, rest, problem };
}

beforeAll(async () => {
  test = await makeServices();
  operator = openOperator(test);
  imageBytes = await drawJpeg(60, 40);
});
afterAll(async () => {
  operator.close();
  await test.remove();
});

describe('a blocked image (operator.takedown)', () => {
  it('is to delivery an image that isn’t there: the stored one, its renditions, its temporary image', async () => {
    const { imageId, temporaryImageId } = await store();
    const other = await storeImage(test, imageBytes);
    await get(imageId, '.png?width=20');
    await takeDown(imageId);
    const unknown = await get(`img_${'a'.repeat(26)}`);
    for (const path of ['.jpg', '.png?width=20', '.webp?width=21']) {
      const { code, ...answer } = await get(imageId, path);
      expect(code).toBe('image_not_found');
      expect(told({ code, ...answer })).toEqual(told(unknown));
    }
    expect((await get(temporaryImageId)).code).toBe('temporary_image_not_found');
    expect((await get(other)).status).toBe(200);
  });

  it('is purged from the edge immediately, and again when no response is in flight any more', async () => {
    const { imageId, temporaryImageId } = await store();
    operator.told.length = 0;
    await takeDown(temporaryImageId);
    const both = [imageId, temporaryImageId];
    expect(operator.told).toEqual([...both, 'waited', ...both]);
  });

  it('makes no rendition that was queued', async () => {
    const { imageId } = await store();
    await takeDown(imageId);
    const queued = { imageId, renditionKey: 'k', format: 'png', query: 'width=9' } as const;
    await expect(renderQueued(test.services, queued, 'me')).rejects.toMatchObject({
      code: 'image_not_found',
    });
  });

  it('is shown with the reason to its project, and explained', async () => {
    const { imageId } = await store();
    expect((await call('getImage', { imageId })).json.takenDown).toBeNull();
    await takeDown(imageId);
    expect((await call('getImage', { imageId })).json.takenDown).toEqual(shownTakeDown());
    const { json } = await call('listImages', {});
    const listed = json.images.find((image: { imageId: string }) => image.imageId === imageId);
    expect(listed.takenDown).toEqual(shownTakeDown());
    const explained = await call('explainTransformation', { imageUrl: imageId });
    expect(explained.json).toMatchObject({
      output: null,
      stored: false,
      transformations: 0,
      errors: [{ parameter: null, code: 'image_not_found', detail: REASON }],
    });
  });

  it('is not saved, nor saved again, from its temporary image', async () => {
    const unsaved = await upload();
    const { temporaryImageId } = await store();
    for (const id of [unsaved, temporaryImageId]) {
      await takeDown(id);
      const { status, json } = await call('saveTemporaryImage', { temporaryImageUrl: id });
      expect([status, json.code]).toEqual([403, 'image_taken_down']);
      expect(json.detail).toContain(REASON);
    }
  });

  it('is not saved if it is blocked while it is copied', async () => {
    const unsaved = await upload();
    const { objects } = test.services;
    const services = {
      ...test.services,
      objects: {
        ...objects,
        copy: async (from: string, to: string) => {
          const isCopied = await objects.copy(from, to);
          await takeDown(unsaved);
          return isCopied;
        },
      },
    };
    const { status, json } = await callAny(services, ENDPOINTS.saveTemporaryImage, {
      headers: { 'x-api-key': test.credentials.apiKey },
      body: { temporaryImageUrl: unsaved },
    });
    expect([status, json.code]).toEqual([403, 'image_taken_down']);
  });

  it('can be described and deleted by its project, and is then unknown to the operator too', async () => {
    const { imageId } = await store();
    await takeDown(imageId);
    const change = { imageUrl: imageId, add: { a: '1' } };
    expect((await call('updateImageMetadata', change)).status).toBe(200);
    expect((await call('getImage', { imageId })).json.takenDown).toEqual(shownTakeDown());
    expect((await call('deleteImage', { imageId })).status).toBe(200);
    for (const act of [takeDown(imageId), unblockImage(operator, imageId)]) {
      await expect(act).rejects.toMatchObject({ code: 'image_not_found' });
    }
  });

  it('is served as it was once it is put back', async () => {
    const { imageId, temporaryImageId } = await store();
    const before = await get(imageId);
    await get(imageId, '.png?width=20');
    await takeDown(imageId);
    await unblockImage(operator, temporaryImageId as AnyImageId);
    const stored = await get(imageId);
    expect([stored.status, stored.bytes.equals(before.bytes)]).toEqual([200, true]);
    expect((await get(imageId, '.png?width=20')).status).toBe(200);
    expect((await get(temporaryImageId)).status).toBe(200);
    expect((await call('getImage', { imageId })).json.takenDown).toBeNull();
    const again = await call('saveTemporaryImage', { temporaryImageUrl: temporaryImageId });
    expect(again.json.imageId).toBe(imageId);
  });
});
