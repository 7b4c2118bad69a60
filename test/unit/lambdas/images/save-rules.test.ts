import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

let test: TestServices;
let jpeg: Buffer;
beforeAll(async () => {
  test = await makeServices();
  jpeg = await drawJpeg(16, 16);
});
afterAll(() => test.remove());

const upload = (headers: Record<string, string> = {}) =>
  callAny(test.services, ENDPOINTS.uploadTemporaryImage, {
    headers: { 'content-type': 'image/jpeg', ...headers },
    uploadKey: test.credentials.uploadKey,
    body: jpeg,
  });
const call = (name: 'saveTemporaryImage' | 'updateImageMetadata' | 'deleteImage', body: object) =>
  callAny(test.services, ENDPOINTS[name], {
    headers: { 'x-api-key': test.credentials.apiKey },
    body,
  });
const save = (temporaryImageUrl: string, metadata?: object) =>
  call('saveTemporaryImage', { temporaryImageUrl, ...(metadata && { metadata }) });
const newUrl = async (): Promise<string> => (await upload()).json.temporaryImageUrl;

describe('a repeated save', () => {
  it('with other metadata is 409 with the image; with the same it is 200 (saving.conflict)', async () => {
    const url = await newUrl();
    const { json: saved } = await save(url, { a: '1' });
    const { imageId, imageUrl } = saved;
    for (const other of [undefined, { a: '2' }, { a: '1', b: '2' }, { b: '1' }]) {
      const { status, json } = await save(url, other);
      expect([status, json]).toMatchObject([409, { code: 'already_saved', imageId, imageUrl }]);
    }
    expect(await save(url, { a: '1', b: null })).toMatchObject({ status: 200, json: saved });
  });

  it('with another focal point is 409; with the same in any form it is 200 (saving.conflict)', async () => {
    const url = await newUrl();
    const saveAt = (focalPoint?: string | null) =>
      call('saveTemporaryImage', {
        temporaryImageUrl: url,
        ...(focalPoint !== undefined && { focalPoint }),
      });
    const refused = await saveAt('top');
    expect([refused.status, refused.json.errors[0].pointer]).toEqual([400, '/focalPoint']);
    const { json: saved } = await saveAt('0.30,0.7');
    const { imageId, imageUrl } = saved;
    const image = async () => test.services.images.getImage(imageId);
    expect(await image()).toMatchObject({ focalPoint: '0.3,0.7', version: 1, generation: 0 });
    for (const other of [undefined, null, '0.3,0.8']) {
      const { status, json } = await saveAt(other);
      expect([status, json]).toMatchObject([409, { code: 'already_saved', imageId, imageUrl }]);
      expect(json.detail).toContain('another focal point');
    }
    // a later change of the point makes no difference
    await call('updateImageMetadata', { imageUrl, focalPoint: null });
    expect(await saveAt('0.3,0.7')).toMatchObject({ status: 200, json: saved });
    expect(await image()).toMatchObject({ focalPoint: null });
  });

  it('is compared with the values of the first save, not with the present ones of the image (saving.conflict)', async () => {
    const url = await newUrl();
    const { json: saved } = await save(url, { a: '1' });
    await call('updateImageMetadata', { imageUrl: saved.imageUrl, set: { a: '2' } });
    expect(await save(url, { a: '1' })).toMatchObject({ status: 200, json: saved });
    expect((await save(url, { a: '2' })).json.code).toBe('already_saved');
  });

  it('after the deletion of the image is 404, with any metadata (saving.after-deletion)', async () => {
    const url = await newUrl();
    const { imageId } = (await save(url, { a: '1' })).json;
    expect((await call('deleteImage', { imageId })).status).toBe(200);
    for (const metadata of [{ a: '1' }, { a: '2' }]) {
      const { status, json } = await save(url, metadata);
      expect([status, json.code]).toEqual([404, 'temporary_image_not_found']);
    }
  });
});

describe('an upload without an Origin header', () => {
  it('is accepted, whatever origins the project allows (origins.absent)', async () => {
    for (const allowed of [[], ['https://app.example.com']]) {
      await test.services.projects.setAllowedOrigins(test.credentials.projectId, allowed);
      const { status, headers } = await upload();
      expect([status, headers['Access-Control-Allow-Origin']]).toEqual([200, undefined]);
      expect((await upload({ origin: 'https://evil.example' })).status).toBe(403);
    }
  });
});
