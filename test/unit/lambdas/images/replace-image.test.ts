import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import type { AnyImageId, ImageId } from '../../../../core/images/ids.ts';
import { originalObjectKey } from '../../../../core/images/object-keys.ts';
import { blockImage } from '../../../../core/use-cases/moderation/block-image.ts';
import { createHandler as createPurge } from '../../../../lambdas/background/erase-images.ts';
import { makeDirectUpload } from '../../../contract/direct-upload-store.ts';
import { strikeAt } from '../../../support/faults/strike-at.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { type CallName, callWithKey, uploadWithKey } from '../../../support/http/call-with-keys.ts';
import { deliver } from '../../../support/http/deliver.ts';
import { drawJpeg, drawQuadrants } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';
import { openOperator } from '../../../support/stores/operator-ports.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const LATER = NOON + 20_000;
const HOUR = 3_600_000;
let test: TestServices;
let first: Buffer;
let second: Buffer;
/** Runs once, before the next rendition is encoded. */
let meanwhile: (() => Promise<unknown>) | undefined;

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

beforeAll(async () => {
  test = await makeServices();
  [first, second] = [await drawJpeg(80, 40), await drawQuadrants(40, 60).png().toBuffer()];
  const { imageEngine } = test.services;
  /** A rendition says which bytes it was made of. */
  const render = async (original: Uint8Array, _: unknown, overlays: readonly Uint8Array[] = []) => {
    const names = [original, ...overlays].map(digest).join();
    const act = meanwhile;
    meanwhile = undefined;
    await act?.();
    return Buffer.from(names);
  };
  const engine = async () => ({ ...(await imageEngine()), render });
  test = { ...test, services: { ...test.services, imageEngine: engine } };
});
afterAll(() => test.remove());
beforeEach(() => test.setClock(NOON));

const call = (name: CallName, body: object) => callWithKey(test, name, body);
const upload = (body: Buffer) => uploadWithKey(test, body);
const idIn = (url: string) => /(?:img|tmp)_\w+/.exec(url)?.[0] as AnyImageId;
const store = async (fields: object = {}) => {
  const temporaryImageUrl = await upload(first);
  const { json } = await call('saveTemporaryImage', { temporaryImageUrl, ...fields });
  return { imageId: json.imageId as ImageId, imageUrl: json.imageUrl, temporaryImageUrl };
};
const replace = (imageId: string, temporaryImageUrl: string, fields: object = {}) =>
  call('replaceImage', { imageId, temporaryImageUrl, ...fields });
const get = (id: string, path: string) => deliver(test, `/res/${id}${path}`);
const madeOf = async (id: string, more = '') =>
  (await get(id, `.webp?width=20${more}`)).bytes.toString();
const purge = async (imageId: string) => {
  const Records = [{ messageId: '1', body: JSON.stringify({ imageId }) }];
  return createPurge(test.services)({ Records } as never);
};
const storedBytes = async (imageId: ImageId) =>
  (await test.services.images.getImage(imageId))?.sha256;
const originals = async (...ids: readonly AnyImageId[]) => {
  const found = await Promise.all(
    ids.map(async (id) => {
      const stored = await test.services.objects.get(originalObjectKey(id));
      await stored?.body[Symbol.asyncIterator]().return?.();
      return stored !== undefined;
    }),
  );
  return found;
};
const reservedId = async (url: string) =>
  (await test.services.images.getTemporaryImage(idIn(url) as never))?.imageId as ImageId;

describe('new bytes of an image', () => {
  it('are served under its ID from the answer on, at the old address too (replacing.address)', async () => {
    const { imageId, imageUrl } = await store({ metadata: { a: 'b' }, focalPoint: '0.2,0.4' });
    const before = (await call('getImage', { imageId })).json;
    expect(await madeOf(imageId)).toBe(await storedBytes(imageId));
    const replaced = await replace(imageUrl, await upload(second));
    const png = imageUrl.replace(/jpg$/, 'png');
    const answer = { message: 'image_replaced', imageId, imageUrl: png };
    expect([replaced.status, replaced.json]).toEqual([200, answer]);
    const after = (await call('getImage', { imageId })).json;
    const { metadata, focalPoint, createdAt } = before;
    expect(after).toMatchObject({ metadata, focalPoint, createdAt, imageUrl: png, width: 40 });
    const sha256 = after.sha256;
    expect(sha256).not.toBe(before.sha256);
    expect(digest((await get(imageId, '.png')).bytes)).toBe(sha256);
    expect(await madeOf(imageId)).toBe(sha256);
    expect((await get(imageId, '.jpg')).bytes.toString()).toBe(sha256);
    expect((await call('listImages', { limit: 1 })).json.images[0]).toMatchObject({ imageId });
  });

  it('come with metadata and a focal point of their own, or none (replacing.address)', async () => {
    const { imageId } = await store({ metadata: { a: 'b' }, focalPoint: '0.2,0.4' });
    const shown = async () => {
      const { metadata, focalPoint } = (await call('getImage', { imageId })).json;
      return { metadata, focalPoint };
    };
    await replace(imageId, await upload(second), { metadata: { c: 'd' }, focalPoint: '0.5,0.10' });
    expect(await shown()).toEqual({ metadata: { c: 'd' }, focalPoint: '0.5,0.1' });
    await replace(imageId, await upload(first), { metadata: {}, focalPoint: null });
    expect(await shown()).toEqual({ metadata: {}, focalPoint: null });
  });

  it('are in the answer to a request that began before, whatever it was about to read (replacing.purge)', async () => {
    const { imageId } = await store();
    const next = await upload(second);
    meanwhile = async () => {
      await replace(imageId, next);
      await purge(imageId);
    };
    expect(await madeOf(imageId)).toBe(await storedBytes(imageId));
    // the record is read, the bytes aren't
    const other = await store();
    const { objects } = test.services;
    let isReplaced = false;
    const late = { ...test.services, objects: { ...objects } };
    late.objects.get = async (...args) => {
      if (!isReplaced) {
        isReplaced = true;
        await replace(other.imageId, await upload(second));
        await purge(other.imageId);
      }
      return objects.get(...args);
    };
    const answer = await deliver({ services: late }, `/res/${other.imageId}.jpg`);
    expect([answer.status, answer.bytes.toString()]).toEqual([
      200,
      await storedBytes(other.imageId),
    ]);
  });

  it('are drawn over other images from then on (replacing.purge)', async () => {
    const [below, above] = [await store(), await store()];
    const drawn = async () => {
      const text = await madeOf(below.imageId, `&overlay=${above.imageId}`);
      return text.split(',')[1];
    };
    expect(await drawn()).toBe(await storedBytes(above.imageId));
    const former = await storedBytes(above.imageId);
    await replace(above.imageId, await upload(second));
    await purge(above.imageId);
    expect(await drawn()).toBe(await storedBytes(above.imageId));
    expect(await drawn()).not.toBe(former);
  });

  it('end the address of the former temporary image, and theirs ends with the image (replacing.purge)', async () => {
    const { imageId, temporaryImageUrl } = await store();
    const former = idIn(temporaryImageUrl);
    expect((await get(former, '.jpg')).status).toBe(200);
    const url = await upload(second);
    await replace(imageId, url);
    expect((await get(former, '.jpg')).status).toBe(404);
    expect((await get(former, '.webp?width=9')).status).toBe(404);
    const next = idIn(url);
    const preview = await get(next, '.png');
    // a takedown purges the image's tag alone
    expect([preview.status, preview.headers['cache-tag']?.split(',')[0]]).toEqual([200, imageId]);
    await call('deleteImage', { imageId });
    for (const id of [imageId, next]) expect((await get(id, '.png')).status).toBe(404);
  });

  it('let nothing of the old ones stay, and a deletion nothing of any (replacing.purge)', async () => {
    const { imageId, temporaryImageUrl } = await store();
    const url = await upload(second);
    const reserved = await reservedId(url);
    await replace(imageId, url);
    expect(await originals(imageId, reserved)).toEqual([true, true]);
    await purge(imageId);
    const former = idIn(temporaryImageUrl);
    expect(await originals(imageId, former, reserved, idIn(url))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(test.purged).toEqual(expect.arrayContaining([imageId, former, reserved]));
    const [version] = await test.services.images.listVersions(imageId);
    expect(version?.steps).toMatchObject({ marked: NOON, edge_invalidated: NOON });
    expect(version?.steps).not.toHaveProperty('swept');
    test.setClock(LATER);
    await purge(imageId);
    const [swept] = await test.services.images.listVersions(imageId);
    expect(swept?.steps.swept).toBe(LATER);
    expect(await test.services.images.getOutdated(imageId)).toBeUndefined();
    await call('deleteImage', { imageId });
    await purge(imageId);
    test.setClock(LATER + HOUR);
    await purge(imageId);
    expect(await originals(reserved, idIn(url))).toEqual([false, false]);
  });
});

describe('a call of replace-image', () => {
  it('that is repeated changes nothing (replacing.idempotent)', async () => {
    const { imageId } = await store({ metadata: { a: 'b' } });
    const url = await upload(second);
    const fields = { metadata: { c: 'd' } };
    const once = await replace(imageId, url, fields);
    const image = await test.services.images.getImage(imageId);
    const again = await replace(imageId, url, fields);
    expect([again.status, again.json]).toEqual([200, once.json]);
    expect(await replace(imageId, url)).toMatchObject({ status: 200 });
    const other = await replace(imageId, url, { metadata: { e: 'f' } });
    expect([other.status, other.json]).toMatchObject([409, { code: 'already_saved', imageId }]);
    const point = await replace(imageId, url, { focalPoint: '0.1,0.1' });
    expect([point.status, point.json]).toMatchObject([409, { code: 'already_saved', imageId }]);
    expect(await test.services.images.getImage(imageId)).toEqual(image);
  });

  it('refuses a temporary image that was saved, used, replaced since or has ended (replacing.idempotent)', async () => {
    const [one, other] = [await store(), await store()];
    const saved = await replace(one.imageId, other.temporaryImageUrl);
    const ofOther = { code: 'already_saved', imageId: other.imageId };
    expect([saved.status, saved.json]).toMatchObject([409, ofOther]);
    const url = await upload(second);
    await replace(other.imageId, url);
    const used = await replace(one.imageId, url);
    expect([used.status, used.json]).toMatchObject([409, ofOther]);
    await replace(other.imageId, await upload(second));
    const since = await replace(other.imageId, url);
    expect([since.status, since.json]).toMatchObject([409, ofOther]);
    const late = await upload(second);
    test.setClock(NOON + 2 * 24 * HOUR);
    expect((await replace(one.imageId, late)).json.code).toMatch(
      /^temporary_image_(expired|not_found)$/,
    );
    expect(await storedBytes(one.imageId)).toBe(digest((await get(one.imageId, '.jpg')).bytes));
  });

  it('refuses an image that is blocked, deleted or unknown (replacing.refused)', async () => {
    const { imageId } = await store();
    const url = await upload(second);
    const refused = async (id: string) => {
      const { status, json } = await replace(id, url);
      return [status, json.code];
    };
    const operator = openOperator(test);
    await blockImage(operator, imageId, 'A court’s order');
    expect(await refused(imageId)).toEqual([403, 'image_taken_down']);
    operator.close();
    expect(await refused(`img_${'q'.repeat(26)}`)).toEqual([404, 'image_not_found']);
    const gone = await store();
    await call('deleteImage', { imageId: gone.imageId });
    expect(await refused(gone.imageId)).toEqual([404, 'image_not_found']);
  });

  it('waits for a decision about the new bytes, and refuses an image that waits for one (replacing.refused)', async () => {
    const { projectId } = test.credentials;
    const { imageId } = await store();
    await test.services.projects.changeSettings(projectId, { moderation: 'webhook' });
    const replaced = await replace(imageId, await upload(second));
    expect([replaced.status, replaced.json.review]).toEqual([200, 'pending']);
    expect((await get(imageId, '.png')).status).toBe(404);
    const again = await replace(imageId, await upload(first));
    expect([again.status, again.json.code]).toEqual([409, 'review_pending']);
    expect((await call('reviewImage', { imageId, decision: 'approve' })).status).toBe(200);
    expect(digest((await get(imageId, '.png')).bytes)).toBe(await storedBytes(imageId));
    await replace(imageId, await upload(first));
    expect((await call('reviewImage', { imageId, decision: 'reject' })).status).toBe(200);
    expect((await call('getImage', { imageId })).status).toBe(404);
    await test.services.projects.changeSettings(projectId, { moderation: 'none' });
  });

  it('answers of a direct upload as a save does (replacing.refused)', async () => {
    const { imageId } = await store();
    const direct = makeDirectUpload(test.credentials.projectId, {
      pendingUntil: NOON + HOUR,
      expiresAt: NOON + HOUR,
    });
    const { temporaryImageId } = direct;
    const { directUploads } = test.services;
    await directUploads.add(direct, { maxCount: 9, maxBytes: 1e9 }, NOON);
    expect((await replace(imageId, temporaryImageId)).json.code).toBe('temporary_image_pending');
    await directUploads.refuse(temporaryImageId, { reason: 'invalid_image', detail: 'cut' });
    expect((await replace(imageId, temporaryImageId)).json.code).toBe('temporary_image_refused');
  });

  it('leaves no save of the used temporary image, and the first save answers as before (replacing.save)', async () => {
    const { imageId, temporaryImageUrl } = await store({ metadata: { a: 'b' } });
    const url = await upload(second);
    await replace(imageId, url);
    const saved = await call('saveTemporaryImage', { temporaryImageUrl: url });
    expect([saved.status, saved.json]).toMatchObject([409, { code: 'already_saved', imageId }]);
    const again = await call('saveTemporaryImage', { temporaryImageUrl, metadata: { a: 'b' } });
    expect([again.status, again.json]).toMatchObject([200, { imageId }]);
    expect(again.json.imageUrl).toMatch(/\.png$/);
  });
});

describe('a call of replace-image that is killed', () => {
  it.each(['before', 'after'] as const)(
    'at any step, %s it is carried out, shows the old bytes or the new ones, and its retry the new (replacing.idempotent)',
    async (when) => {
      let struckAt = 0;
      for (let at = 0, isStruck = true; isStruck; at += 1) {
        const { imageId } = await store();
        const former = await storedBytes(imageId);
        const url = await upload(second);
        const { services, hasStruck } = strikeAt(test.services, at, when);
        const body = { imageId, temporaryImageUrl: url };
        const headers = { 'x-api-key': test.credentials.apiKey };
        const killed = await callAny(services, ENDPOINTS.replaceImage, { headers, body });
        isStruck = hasStruck();
        expect(killed.status).toBe(isStruck ? 500 : 200);
        if (isStruck) struckAt += 1;
        const shown = (await madeOf(imageId)) === former ? '.jpg' : '.png';
        expect(digest((await get(imageId, shown)).bytes)).toBe(await storedBytes(imageId));
        expect((await replace(imageId, url)).status).toBe(200);
        const now = await storedBytes(imageId);
        expect(now).not.toBe(former);
        expect(await madeOf(imageId)).toBe(now);
        expect(await test.services.images.listVersions(imageId)).toHaveLength(1);
        expect((await call('deleteImage', { imageId })).status).toBe(200);
      }
      expect(struckAt).toBeGreaterThan(3);
    },
  );
});
