import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_ACCESS_GRANTS } from '../../../../adapters/cloudfront/access-grants.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { type CallName, callWithKey, uploadWithKey } from '../../../support/http/call-with-keys.ts';
import { deliver } from '../../../support/http/deliver.ts';
import { drawJpeg, drawQuadrants } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
let test: TestServices;
let bytes: Buffer;
let mark: Buffer;

beforeAll(async () => {
  test = await makeServices();
  [bytes, mark] = [await drawJpeg(80, 40), await drawQuadrants(8, 8).png().toBuffer()];
});
afterAll(() => test.remove());
beforeEach(() => test.setClock(NOON));

const call = (name: CallName, body: object) => callWithKey(test, name, body);
const upload = (body: Buffer) => uploadWithKey(test, body);
const store = async (fields: object = {}, body = bytes) => {
  const { json } = await call('saveTemporaryImage', {
    temporaryImageUrl: await upload(body),
    ...fields,
  });
  return { imageId: json.imageId as ImageId, imageUrl: String(json.imageUrl) };
};
const pathOf = (url: string) => url.slice(test.services.cdnUrl.length);
const statusOf = async (path: string) => {
  const { status, code } = await deliver(test, path);
  return code ?? status;
};
const hide = (imageId: string, visibility = 'private') =>
  call('updateImageVisibility', { imageId, visibility });

describe('a private image', () => {
  it('is served at its private address alone (private.path)', async () => {
    const { imageId, imageUrl } = await store({ visibility: 'private' });
    const path = pathOf(imageUrl);
    expect(path).toMatch(/^\/private\/prj_[a-z2-7]{26}\/img_[a-z2-7]{26}\.jpg$/);
    const served = await deliver(test, `${path}?width=20`);
    expect([served.status, served.headers['cache-control']]).toEqual([
      200,
      'public, max-age=300, s-maxage=2592000',
    ]);
    const foreign = path.replace(/prj_\w+/, `prj_${'z'.repeat(26)}`);
    for (const other of [`/res/${imageId}.jpg`, `/res/${imageId}.auto?width=20`, foreign]) {
      expect([other, await statusOf(other)]).toEqual([other, 'image_not_found']);
    }
    expect((await deliver(test, `/res/${imageId}.jpg`, [], {}, 'HEAD')).status).toBe(404);
  });

  it('is described with its visibility, and found by its private address (private.visibility)', async () => {
    const { imageId, imageUrl } = await store({ visibility: 'private' });
    const { json } = await call('getImage', { imageId: imageUrl });
    expect(json).toMatchObject({ imageId, imageUrl, visibility: 'private', thumbnailUrl: null });
    const open = await store();
    expect((await call('getImage', { imageId: open.imageId })).json.visibility).toBe('public');
    expect(await statusOf(pathOf(imageUrl).replace(imageId, open.imageId))).toBe('image_not_found');
  });

  it('has the answer of one that does not exist, fallbacks included (private.path)', async () => {
    const fallback = await store();
    const { imageId } = await store({ visibility: 'private' });
    const found = await test.services.images.getImage(fallback.imageId);
    const projectId = found?.projectId ?? '';
    await test.services.projects.changeSettings(projectId, { fallbackImage: fallback.imageId });
    const absent = `img_${'y'.repeat(26)}`;
    for (const query of ['', `?fallback=${fallback.imageId}`, '?width=9']) {
      const [hidden, none] = [
        await deliver(test, `/res/${imageId}.jpg${query}`),
        await deliver(test, `/res/${absent}.jpg${query}`),
      ];
      expect([hidden.status, hidden.code, hidden.headers['cache-control']]).toEqual([
        none.status,
        none.code,
        none.headers['cache-control'],
      ]);
    }
    await test.services.projects.changeSettings(projectId, { fallbackImage: null });
    // and it is no fallback of others
    expect(await statusOf(`/res/${absent}.jpg?fallback=${imageId}`)).toBe('image_not_found');
  });

  it('is drawn over private images alone (private.overlays)', async () => {
    const hidden = await store({ visibility: 'private' }, mark);
    const [open, closed] = [await store(), await store({ visibility: 'private' })];
    const query = `?width=20&overlay=${hidden.imageId}`;
    const drawn = async (url: string, text: string) =>
      (await deliver(test, pathOf(url) + text)).bytes;
    const unknown = `?width=20&overlay=img_${'x'.repeat(26)}`;
    const [refused, none] = [
      await deliver(test, pathOf(open.imageUrl) + query),
      await deliver(test, pathOf(open.imageUrl) + unknown),
    ];
    // the answer of an overlay that doesn't exist
    expect([refused.status, refused.code]).toEqual([none.status, none.code]);
    expect(refused.status === 200 && !refused.bytes.equals(none.bytes)).toBe(false);
    const inPrivate = await drawn(closed.imageUrl, query);
    expect(inPrivate.equals(await drawn(closed.imageUrl, '?width=20'))).toBe(false);
  });

  it('hides a drawn overlay with the switch, at its next request (private.overlays)', async () => {
    const overlay = await store({}, mark);
    const open = await store();
    const path = `${pathOf(open.imageUrl)}?width=20&overlay=${overlay.imageId}`;
    const before = await deliver(test, path);
    expect(before.status).toBe(200);
    await hide(overlay.imageId);
    const after = await deliver(test, path);
    expect(after.bytes.equals(before.bytes)).toBe(false);
  });
});

describe('a switch of visibility', () => {
  it('changes the address at the next request, and purges (private.visibility)', async () => {
    const { imageId, imageUrl } = await store();
    expect(await statusOf(`${pathOf(imageUrl)}?width=20`)).toBe(200);
    const { json } = await hide(imageId);
    expect(json.message).toBe('visibility_updated');
    expect(await statusOf(`${pathOf(imageUrl)}?width=20`)).toBe('image_not_found');
    expect(await statusOf(`${pathOf(json.imageUrl)}?width=20`)).toBe(200);
    const stored = await test.services.images.getImage(imageId);
    expect([stored?.generation, stored?.version]).toEqual([1, 2]);
    expect(await test.services.images.listPurgesDue(10, Number.MAX_SAFE_INTEGER)).toContain(
      imageId,
    );
    const back = await hide(imageId, 'public');
    expect(back.json.imageUrl).toBe(imageUrl);
    expect(await statusOf(pathOf(imageUrl))).toBe(200);
    expect(await statusOf(pathOf(json.imageUrl))).toBe('image_not_found');
  });

  it('to the same changes nothing (private.visibility)', async () => {
    const { imageId } = await store();
    await hide(imageId, 'public');
    expect((await test.services.images.getImage(imageId))?.generation).toBe(0);
    expect((await hide(`img_${'x'.repeat(26)}`)).json.code).toBe('image_not_found');
    expect((await hide(imageId, 'secret')).json.code).toBe('validation_failed');
  });

  it('is no other save: a repeated one names the visibility (private.visibility)', async () => {
    const temporaryImageUrl = await upload(bytes);
    const save = (fields: object) => call('saveTemporaryImage', { temporaryImageUrl, ...fields });
    const first = await save({ visibility: 'private' });
    expect((await save({})).json).toEqual(first.json);
    expect((await save({ visibility: 'public' })).json.code).toBe('already_saved');
  });
});

it('has no grant where the stack has no keys, with the next step (private.grants)', async () => {
  const services = { ...test.services, accessGrants: NO_ACCESS_GRANTS };
  const headers = { 'x-api-key': test.credentials.apiKey };
  const { status, json } = await callAny(services, ENDPOINTS.createAccessGrant, {
    headers,
    body: {},
  });
  expect([status, json.code]).toEqual([409, 'private_images_disabled']);
  expect(json.hint).toContain('npx imagewell admin private-keys create');
});
