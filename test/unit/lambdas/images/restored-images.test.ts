import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImageId } from '../../../../core/images/ids.ts';
import { type CallName, callWithKey, uploadWithKey } from '../../../support/http/call-with-keys.ts';
import { deliver } from '../../../support/http/deliver.ts';
import { drawQuadrants } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

let test: TestServices;
let first: Buffer;
let second: Buffer;

beforeAll(async () => {
  test = await makeServices();
  [first, second] = [
    await drawQuadrants(80, 40).png().toBuffer(),
    await drawQuadrants(40, 60).png().toBuffer(),
  ];
});
afterAll(() => test.remove());
beforeEach(() => keep('none'));

const keep = (moderation: 'none' | 'webhook') =>
  test.services.projects.changeSettings(test.credentials.projectId, { keepDays: 7, moderation });
const call = async (name: CallName, body: object) => {
  const { status, json } = await callWithKey(test, name, body);
  return { status, json, code: json.code as string | undefined };
};
const store = async (fields: object = {}): Promise<ImageId> => {
  const temporaryImageUrl = await uploadWithKey(test, first);
  return (await call('saveTemporaryImage', { temporaryImageUrl, ...fields })).json.imageId;
};
const get = (id: string) => deliver(test, `/res/${id}.png`);

describe('a restored image', () => {
  const bytesOf = async (imageId: string) => (await call('getImage', { imageId })).json.sha256;
  const found = async (search: object): Promise<string[]> => {
    const { images } = (await call('listImages', search)).json;
    return images.map(({ imageId }: { imageId: string }) => imageId);
  };

  it('is found by its facts again (keeping.restore)', async () => {
    const imageId = await store({ metadata: { room: 'kitchen' } });
    const sha256 = await bytesOf(imageId);
    await call('deleteImage', { imageId });
    expect(await found({ search: 'kitchen' })).toEqual([]);
    expect(await found({ sha256 })).toEqual([]);
    await call('restoreImage', { imageId });
    expect(await found({ search: 'kitchen' })).toEqual([imageId]);
    expect(await found({ sha256 })).toEqual([imageId]);
  });

  it('is found by the bytes of its restored version alone (keeping.restore-version)', async () => {
    const imageId = await store();
    const sha256 = await bytesOf(imageId);
    const temporaryImageUrl = await uploadWithKey(test, second);
    await call('replaceImage', { imageId, temporaryImageUrl });
    const replaced = { sha256: await bytesOf(imageId) };
    expect(await found(replaced)).toEqual([imageId]);
    const { versions } = (await call('listImageVersions', { imageId })).json;
    const [{ versionId }] = versions;
    await call('restoreImageVersion', { imageId, versionId });
    expect(await found({ sha256 })).toContain(imageId);
    expect(await found(replaced)).toEqual([]);
  });
});

describe('a decision about an image of a project that keeps', () => {
  it('still pends for an image that comes back from the bin (keeping.restore)', async () => {
    await keep('webhook');
    const imageId = await store();
    await call('deleteImage', { imageId });
    await keep('none');
    const { json } = await call('restoreImage', { imageId });
    expect(json.review).toBe('pending');
    expect((await get(imageId)).code).toBe('image_not_found');
    expect((await call('reviewImage', { imageId, decision: 'approve' })).status).toBe(200);
    expect((await get(imageId)).status).toBe(200);
  });

  it('against an image leaves nothing in the bin to restore (keeping.end-for-good)', async () => {
    await keep('webhook');
    const imageId = await store();
    await call('reviewImage', { imageId, decision: 'reject' });
    await keep('none');
    expect((await call('listBin', {})).json.images).toEqual([]);
    expect((await call('restoreImage', { imageId })).code).toBe('image_not_found');
  });
});
