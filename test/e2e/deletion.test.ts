import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { PURGE_STEPS } from '../../core/images/erasure-steps.ts';
import { client } from '../support/e2e/service-under-test.ts';
import { drawJpeg, drawQuadrants } from '../support/images/draw.ts';

const UNKNOWN = `img_${'q'.repeat(26)}`;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** A bound against a hang: two rounds, and in the cloud a queue and its visibility. */
const DELETED_WITHIN_MS = 180_000;

const status = (imageId: string) => client.call('get-deletion-status', { imageId });

async function until<T>(ask: () => Promise<T>, isMet: (found: T) => boolean, withinMs: number) {
  const end = Date.now() + withinMs;
  for (;;) {
    const found = await ask();
    if (isMet(found) || Date.now() > end) return found;
    await delay(250);
  }
}

describe('a deletion and its receipt', () => {
  it('shows each step with its time, deleted in the end, and the image is not found from the start (calls.get-deletion-status, deletion.steps)', {
    timeout: DELETED_WITHIN_MS + 30_000,
  }, async () => {
    const { imageId, imageUrl, temporaryImageUrl } = await client.store(await drawJpeg(64, 48));
    const rendition = imageUrl.replace(/\.jpg$/, '.webp?width=33');
    expect((await client.get(rendition)).status).toBe(200);
    const living = await status(imageUrl);
    expect([living.status, living.json]).toEqual([
      200,
      { imageId, state: 'live', keptUntil: null, steps: [] },
    ]);
    await client.call('delete-image', { imageId });
    const marked = await status(imageId);
    expect(marked.status).toBe(200);
    expect(marked.json.steps.map(({ step }: { step: string }) => step)).toEqual(PURGE_STEPS);
    expect(marked.json.steps[0]).toEqual({ step: 'marked', at: expect.stringMatching(TIME) });
    for (const url of [imageUrl, rendition, temporaryImageUrl]) {
      const gone = await until(
        () => client.get(url),
        (answer) => answer.status === 404,
        DELETED_WITHIN_MS,
      );
      expect(gone.status).toBe(404);
    }
    const done = await until(
      () => status(imageId),
      ({ json }) => json.state === 'deleted',
      DELETED_WITHIN_MS,
    );
    expect(done.json).toEqual({
      imageId,
      state: 'deleted',
      keptUntil: null,
      steps: PURGE_STEPS.map((step) => ({ step, at: expect.stringMatching(TIME) })),
    });
    const times = done.json.steps.map(({ at }: { at: string }) => Date.parse(at));
    expect([...times].sort((a, b) => a - b)).toEqual(times);
    const repeated = await client.call('delete-image', { imageId });
    expect(repeated.json).toEqual({ message: 'image_marked_for_deletion' });
    expect((await status(imageId)).json).toEqual(done.json);
  });

  it('an unknown image has no receipt, and the fields are checked (calls.get-deletion-status)', async () => {
    const unknown = await status(UNKNOWN);
    expect([unknown.status, unknown.json.code]).toEqual([404, 'image_not_found']);
    const malformed = await client.call('get-deletion-status', { imageId: 'x' });
    expect([malformed.status, malformed.json.code]).toEqual([400, 'invalid_image_reference']);
    const empty = await client.call('get-deletion-status', {});
    expect([empty.status, empty.json.code]).toEqual([400, 'validation_failed']);
  });
});

describe('a replacement', () => {
  it('shows the new bytes at every address, in their format too, and ends the former upload (replacing.address, replacing.purge)', {
    timeout: DELETED_WITHIN_MS + 30_000,
  }, async () => {
    const { imageId, imageUrl, temporaryImageUrl } = await client.store(
      await drawJpeg(64, 48),
      'image/jpeg',
      { album: 'a' },
    );
    const rendition = imageUrl.replace(/\.jpg$/, '.webp?width=35');
    const before = await Promise.all(
      [imageUrl, rendition, temporaryImageUrl].map((url) => client.get(url)),
    );
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200]);
    const png = await drawQuadrants(30, 70).png().toBuffer();
    const uploaded = await client.upload(png, 'image/png');
    const body = { imageId, temporaryImageUrl: uploaded.json.temporaryImageUrl };
    // another place in the lists, too
    const changes = { metadata: { album: 'b' }, focalPoint: '0.5,0.2' };
    const replaced = await client.call('replace-image', { ...body, ...changes });
    const newUrl = imageUrl.replace(/jpg$/, 'png');
    const answer = { message: 'image_replaced', imageId, imageUrl: newUrl };
    expect([replaced.status, replaced.json]).toEqual([200, answer]);
    const { json } = await client.call('get-image', { imageId });
    expect(json).toMatchObject({ width: 30, height: 70, metadata: { album: 'b' } });
    expect(json).toMatchObject({ imageUrl: newUrl, focalPoint: '0.5,0.2' });
    const shapeOf = async (url: string) => {
      const { status, bytes } = await client.get(url);
      if (status !== 200) return status;
      const { width = 0, height = 0 } = await sharp(bytes).metadata();
      return height > width ? 'new' : 'old';
    };
    expect(await shapeOf(newUrl)).toBe('new');
    for (const url of [imageUrl, rendition]) {
      const shown = await until(
        () => shapeOf(url),
        (shape) => shape === 'new',
        DELETED_WITHIN_MS,
      );
      expect(shown, url).toBe('new');
    }
    const former = await until(
      () => shapeOf(temporaryImageUrl),
      (shape) => shape === 404,
      DELETED_WITHIN_MS,
    );
    expect(former).toBe(404);
    const again = await client.call('replace-image', { ...body, ...changes });
    expect([again.status, again.json]).toEqual([200, answer]);
    const { temporaryImageUrl: used } = body;
    const saved = await client.call('save-temporary-image', { temporaryImageUrl: used });
    expect([saved.status, saved.json]).toMatchObject([409, { code: 'already_saved', imageId }]);
    await client.call('delete-image', { imageId });
    const gone = await until(
      () => shapeOf(imageUrl),
      (shape) => shape === 404,
      DELETED_WITHIN_MS,
    );
    expect(gone).toBe(404);
  });
});

describe('a purge of the renditions', () => {
  it('makes them again, for no quota, and leaves the image as it is (deletion.purge-renditions)', async () => {
    const { imageId, imageUrl } = await client.store(await drawJpeg(64, 48));
    const rendition = imageUrl.replace(/\.jpg$/, '.webp?width=34');
    const first = await client.get(rendition);
    const explain = async () =>
      (await client.call('explain-transformation', { imageUrl: rendition })).json;
    expect(await explain()).toMatchObject({ stored: true, transformations: 0 });
    const purged = await client.call('purge-image', { imageId, renditionsOnly: true });
    expect([purged.status, purged.json]).toEqual([200, { message: 'renditions_purged' }]);
    expect(await explain()).toMatchObject({ stored: false, transformations: 0 });
    const result = await until(
      () => client.get(rendition),
      ({ headers }) => headers.get('x-cache')?.startsWith('Hit') !== true,
      60_000,
    );
    expect([result.status, result.bytes.equals(first.bytes)]).toEqual([200, true]);
    expect(await explain()).toMatchObject({ stored: true });
    expect((await client.get(imageUrl)).status).toBe(200);
    expect((await status(imageId)).json.state).toBe('live');
  });

  it('asks for renditionsOnly: true, and for an image that lives (deletion.purge-renditions)', async () => {
    const { imageId } = await client.store(await drawJpeg(64, 48));
    for (const [body, pointer] of [
      [{ imageId }, ''],
      [{ imageId, renditionsOnly: false }, '/renditionsOnly'],
    ]) {
      const refused = await client.call('purge-image', body);
      expect([refused.status, refused.json.code]).toEqual([400, 'validation_failed']);
      expect(refused.json.errors).toMatchObject([{ pointer }]);
    }
    await client.call('delete-image', { imageId });
    for (const id of [imageId, UNKNOWN]) {
      const gone = await client.call('purge-image', { imageId: id, renditionsOnly: true });
      expect([gone.status, gone.json.code]).toEqual([404, 'image_not_found']);
    }
  });
});

describe('delete-images', () => {
  const newAlbum = () => ({ album: randomUUID() });

  it('deletes the named images, and reports one that is not there (deletion.many)', async () => {
    const image = await drawJpeg(32, 24);
    const stored = await Promise.all([1, 2].map(() => client.store(image)));
    const [first, second] = stored as [(typeof stored)[0], (typeof stored)[0]];
    const imageIds = [first.imageId, UNKNOWN, second.imageUrl];
    const { status: code, json } = await client.call('delete-images', { imageIds });
    expect([code, json]).toEqual([
      200,
      {
        images: [
          { imageId: first.imageId, outcome: 'image_marked_for_deletion' },
          { imageId: UNKNOWN, outcome: 'image_not_found' },
          { imageId: second.imageId, outcome: 'image_marked_for_deletion' },
        ],
        hasMore: false,
      },
    ]);
    for (const { imageId, imageUrl, temporaryImageUrl } of stored) {
      expect((await status(imageId)).json.state).toMatch(/^delet(ing|ed)$/);
      for (const url of [imageUrl, temporaryImageUrl]) {
        const gone = await until(
          () => client.get(url),
          (answer) => answer.status === 404,
          DELETED_WITHIN_MS,
        );
        expect(gone.status).toBe(404);
      }
    }
  });

  it('deletes those with one pair of metadata, and no others (deletion.many)', async () => {
    const image = await drawJpeg(32, 24);
    const [metadata, other] = [newAlbum(), newAlbum()];
    const save = (pairs: object) => client.store(image, 'image/jpeg', pairs);
    const all = await Promise.all([save(metadata), save(metadata), save(metadata)]);
    const kept = await save(other);
    const { json } = await client.call('delete-images', { metadata });
    const ids = (images: readonly { imageId: string }[]) =>
      images.map(({ imageId }) => imageId).sort();
    expect([ids(json.images), json.hasMore]).toEqual([ids(all), false]);
    const remaining = await client.call('list-images', { metadata });
    expect(remaining.json.images).toEqual([]);
    expect((await client.get(kept.imageUrl)).status).toBe(200);
    const again = await client.call('delete-images', { metadata });
    expect(again.json).toEqual({ images: [], hasMore: false });
  });
});
