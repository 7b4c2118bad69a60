import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { client, credentials, keepsNothing } from '../support/e2e/service-under-test.ts';
import { drawAnimation, drawJpeg } from '../support/images/draw.ts';

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const idOf = (url: string) => url.split('/').at(-1)?.split('.')[0] ?? '';

describe('the main job', () => {
  it('takes an image of 12 megapixels through all five operations (local.one-command, calls.success-status, calls.upload-temporary-image)', async () => {
    const original = await drawJpeg(4000, 3000);
    const uploaded = await client.upload(original);
    expect(uploaded.status).toBe(200);
    const { temporaryImageUrl, expiresAt } = uploaded.json;
    expect(temporaryImageUrl).toMatch(
      new RegExp(`^${credentials.cdnUrl}/res/tmp_[a-z2-7]{26}\\.jpg$`),
    );
    const life = Date.parse(expiresAt) - Date.now();
    expect(Math.abs(life - 24 * 3_600_000)).toBeLessThan(60_000);

    const saved = await client.call('save-temporary-image', {
      temporaryImageUrl,
      metadata: { alt_text: 'Ein Bild', empty: '' },
    });
    expect(saved.status).toBe(200);
    expect(Object.keys(saved.json).sort()).toEqual(['imageId', 'imageUrl']);
    const { imageId, imageUrl } = saved.json;
    expect(imageId).toMatch(/^img_[a-z2-7]{26}$/);
    expect(imageUrl).toBe(`${credentials.cdnUrl}/res/${imageId}.jpg`);

    const shown = await client.get(`/res/${imageId}.webp?width=400&quality=80`);
    expect(shown.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(shown.bytes).metadata()).toMatchObject({ width: 400, height: 300 });

    const described = await client.call('update-image-metadata', {
      imageUrl,
      add: { empty: null, product_id: '4711' },
    });
    expect(described.json).toEqual({
      message: 'metadata_updated',
      metadata: { alt_text: 'Ein Bild', product_id: '4711' },
    });

    const deleted = await client.call('delete-image', { imageId: imageUrl });
    expect(deleted.json).toEqual({ message: 'image_marked_for_deletion' });
    expect((await client.get(`/res/${imageId}.png?width=33`)).status).toBe(404);
  });

  it('serves the stored image byte for byte, the pixels as they came (delivery.stored-image)', async () => {
    const original = await drawJpeg();
    const { imageUrl, imageId } = await client.store(original);
    const plain = await client.get(imageUrl);
    expect(plain.headers.get('etag')).toBe(`"${sha(plain.bytes)}"`);
    const upper = await client.get(`/res/${imageId}.JPEG?utm_source=x`);
    expect(sha(upper.bytes)).toBe(sha(plain.bytes));
    expect(await sharp(plain.bytes).raw().toBuffer()).toEqual(
      await sharp(original).raw().toBuffer(),
    );
  });

  it('keeps nothing of EXIF, GPS and trailing bytes (security.no-metadata-in-renditions)', async () => {
    const secret = await sharp(await drawJpeg())
      .withExif({ IFD0: { Copyright: 'CANARY-EXIF' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">CANARY-XMP</x:xmpmeta>')
      .toBuffer();
    const bytes = Buffer.concat([secret, Buffer.from('CANARY-TAIL')]);
    const { imageUrl, imageId } = await client.store(bytes);
    for (const url of [imageUrl, `/res/${imageId}.webp?width=50`, `/res/${imageId}.png`]) {
      const served = await client.get(url);
      expect(served.status).toBe(200);
      expect(served.bytes.includes('CANARY')).toBe(false);
      expect((await sharp(served.bytes).metadata()).exif).toBeUndefined();
    }
  });

  it.each([2, 5, 6, 8])(
    'keeps orientation %i and applies it (security.no-metadata-in-renditions, images.stored-fields)',
    async (orientation) => {
      const turned = await sharp(await drawJpeg(90, 60))
        .withMetadata({ orientation })
        .toBuffer();
      const { imageUrl, imageId } = await client.store(turned);
      const plain = await sharp((await client.get(imageUrl)).bytes).metadata();
      expect(plain.orientation).toBe(orientation);
      const small = await sharp(
        (await client.get(`/res/${imageId}.png?width=30`)).bytes,
      ).metadata();
      expect(small.orientation).toBeUndefined();
      expect([small.width, small.height]).toEqual(orientation < 5 ? [30, 20] : [30, 45]);
    },
  );

  it('keeps an animation between gif and webp, and its first frame elsewhere (transformations.animation)', async () => {
    const { imageId } = await client.store(await drawAnimation(), 'image/gif');
    const moving = await client.get(`/res/${imageId}.webp?width=10`);
    const facts = await sharp(moving.bytes, { animated: true }).metadata();
    expect(facts).toMatchObject({
      pages: 2,
      width: 10,
      pageHeight: 10,
      delay: [100, 200],
      loop: 3,
    });
    const still = await client.get(`/res/${imageId}.jpg?width=10`);
    expect((await sharp(still.bytes).metadata()).pages ?? 1).toBe(1);
    const refused = await client.get(`/res/${imageId}.webp?rotate=90`);
    expect([refused.status, refused.json.code]).toEqual([422, 'unsupported_for_animation']);
    const first = await client.get(`/res/${imageId}.webp?rotate=90&width=10&frame=0`);
    expect((await sharp(first.bytes, { animated: true }).metadata()).pages ?? 1).toBe(1);
    expect((await client.get(`/res/${imageId}.webp?frame=1`)).json.code).toBe('invalid_parameter');
  });

  it('serves and transforms a temporary image meanwhile, for five minutes at most and not for robots (temporary.delivery, security.exact-expiry)', async () => {
    const { json } = await client.upload(await drawJpeg());
    const plain = await client.get(json.temporaryImageUrl);
    expect(plain.status).toBe(200);
    expect(plain.headers.get('x-robots-tag')).toBe('noindex');
    expect(plain.headers.get('cache-control')).toBe('public, max-age=300, s-maxage=300');
    const id = idOf(json.temporaryImageUrl);
    for (let width = 1; width <= 10; width += 1) {
      expect((await client.get(`/res/${id}.png?width=${width}`)).status).toBe(200);
    }
    const eleventh = await client.get(`/res/${id}.png?width=11`);
    expect([eleventh.status, eleventh.json.code]).toEqual([429, 'upload_limit_exceeded']);
    expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect((await client.get(`/res/${id}.png?width=10`)).status).toBe(200);
  });
});

describe('saving', () => {
  it('the same again answers the same, other metadata 409 with the ids (saving.idempotent, saving.conflict)', async () => {
    const { json } = await client.upload(await drawJpeg());
    const body = {
      temporaryImageUrl: json.temporaryImageUrl,
      metadata: { a: '1', b: '2', c: null },
    };
    const first = await client.call('save-temporary-image', body);
    const again = await client.call('save-temporary-image', {
      temporaryImageUrl: idOf(json.temporaryImageUrl),
      metadata: { b: '2', a: '1' },
    });
    expect(again.json).toEqual(first.json);
    const other = await client.call('save-temporary-image', {
      temporaryImageUrl: json.temporaryImageUrl,
      metadata: { a: '2' },
    });
    expect(other.status).toBe(409);
    expect(other.json).toMatchObject({ code: 'already_saved', ...first.json });
  });

  it('fifty concurrent ones make one image (saving.idempotent, security.saved-once)', async () => {
    const { json } = await client.upload(await drawJpeg());
    const { temporaryImageUrl } = json;
    // on an emulator each concurrent call is its own process on this machine
    const count = keepsNothing ? 12 : 50;
    const save = () => client.call('save-temporary-image', { temporaryImageUrl });
    const all = await Promise.all(Array.from({ length: count }, save));
    expect(new Set(all.map((entry) => entry.status))).toEqual(new Set([200]));
    expect(new Set(all.map((entry) => entry.json.imageId)).size).toBe(1);
  });

  it('after a delete is 404, and the temporary image has ended too (saving.after-deletion, deletion.steps)', async () => {
    const { temporaryImageUrl, imageId } = await client.store(await drawJpeg());
    expect((await client.get(temporaryImageUrl)).status).toBe(200);
    await client.call('delete-image', { imageId });
    const again = await client.call('save-temporary-image', { temporaryImageUrl });
    expect([again.status, again.json.code]).toEqual([404, 'temporary_image_not_found']);
    const end = Date.now() + 60_000;
    let status = 200;
    while (status !== 404 && Date.now() < end)
      status = (await client.get(temporaryImageUrl)).status;
    expect(status).toBe(404);
  });
});

describe('deleting', () => {
  it('the edge forgets, and repeating it answers the same (deletion.cdn-copies, deletion.repeatable, deletion.reference)', async () => {
    const { imageId, imageUrl } = await client.store(await drawJpeg());
    const small = `/res/${imageId}.webp?width=77`;
    for (const url of [imageUrl, small]) expect((await client.get(url)).status).toBe(200);
    for (const body of [{ imageUrl }, { imageId }]) {
      const deleted = await client.call('delete-image', body);
      expect(deleted.json).toEqual({ message: 'image_marked_for_deletion' });
    }
    for (const url of [imageUrl, small]) {
      await expect.poll(async () => (await client.get(url)).status).toBe(404);
    }
    const update = await client.call('update-image-metadata', { imageUrl, add: {} });
    expect([update.status, update.json.code]).toEqual([404, 'image_not_found']);
  });
});
