import { describe, expect, it } from 'vitest';
import { client } from '../support/e2e/service-under-test.ts';
import { drawJpeg } from '../support/images/draw.ts';

describe('get-image', () => {
  it('describes a saved image by its id or its URL, until it is deleted (calls.get-image)', async () => {
    const { imageId, imageUrl } = await client.store(await drawJpeg(64, 48), 'image/jpeg', {
      alt_text: 'A red bridge',
    });
    const described = await client.call('get-image', { imageId });
    expect([described.status, described.json]).toEqual([
      200,
      {
        imageId,
        imageUrl,
        metadata: { alt_text: 'A red bridge' },
        format: 'jpg',
        width: 64,
        height: 48,
        frames: 1,
        hasAlpha: false,
        originalFilename: null,
        convertedFrom: null,
        lost: [],
        hasWideGamut: false,
        hasGainMap: false,
        credit: null,
        takenDown: null,
        visibility: 'public',
        thumbnailUrl: null, // members alone have it
        review: null,
        focalPoint: null,
        mainColor: expect.stringMatching(/^#[0-9a-f]{6}$/),
        thumbhash: expect.stringMatching(/^[\w+/]{20,36}={0,2}$/),
        bytes: (await client.get(imageUrl)).bytes.length,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
    expect((await client.call('get-image', { imageId: imageUrl })).json).toEqual(described.json);
    await client.call('delete-image', { imageId });
    const gone = await client.call('get-image', { imageId });
    expect([gone.status, gone.json.code]).toEqual([404, 'image_not_found']);
  });
});

describe('explain-transformation', () => {
  it('says before and after what a URL comes to (calls.explain-transformation)', async () => {
    const { imageUrl } = await client.store(await drawJpeg(64, 48));
    const url = imageUrl.replace(/\.jpg$/, '.webp?width=32&quality=70&utm=x');
    const before = await client.call('explain-transformation', { imageUrl: url });
    expect([before.status, before.json]).toMatchObject([
      200,
      {
        parameters: { width: 32, quality: 70 },
        ignored: ['utm'],
        didYouMean: [],
        errors: [],
        output: { format: 'webp', width: 32, height: 24 },
        stored: false,
        transformations: 1,
      },
    ]);
    expect((await client.get(url)).status).toBe(200);
    const after = await client.call('explain-transformation', { imageUrl: url });
    expect(after.json).toEqual({ ...before.json, stored: true, transformations: 0 });
    const refused = await client.call('explain-transformation', { imageUrl: `${url}&width=0` });
    expect([refused.status, refused.json.output]).toEqual([200, null]);
    expect(refused.json.errors).toMatchObject([{ parameter: 'width', code: 'invalid_parameter' }]);
  });
});

describe('get-usage', () => {
  it('shows the usage of the plan by the project of the key (calls.get-usage)', async () => {
    const { imageUrl } = await client.store(await drawJpeg(64, 48));
    await client.get(imageUrl.replace(/\.jpg$/, '.webp?width=30'));
    const { status, json } = await client.call('get-usage', {});
    expect(status).toBe(200);
    expect(json.month).toMatch(/^\d{4}-\d\d$/);
    expect(Date.parse(json.resetsAt)).toBeGreaterThan(Date.now());
    expect(json.images.used).toBeGreaterThan(0);
    expect(json.transformations.used).toBeGreaterThan(0);
    expect(json.bandwidthBytes.used).toBeGreaterThanOrEqual(0); // metered some time later
    expect(json.topImages.length).toBeLessThanOrEqual(5);
    const other = await client.call('get-usage', { projectId: `prj_${'q'.repeat(26)}` });
    expect([other.status, other.json.code]).toEqual([404, 'project_not_found']);
  });
});
