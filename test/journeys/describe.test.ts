import { describe, expect, it } from 'vitest';
import { drawJpeg } from '../support/pictures/draw.ts';
import { client } from './service-under-test.ts';

describe('get-image', () => {
  it('C10.3 describes a saved image by its id or its URL, until it is deleted', async () => {
    const { imageId, imageUrl } = await client.store(await drawJpeg(64, 48), 'image/jpeg', {
      alt_text: 'A red bridge',
    });
    const described = await client.call('get-image', { imageId });
    expect([described.status, described.json]).toEqual([
      200,
      {
        ...{ imageId, imageUrl, metadata: { alt_text: 'A red bridge' }, format: 'jpg' },
        ...{ width: 64, height: 48, frames: 1, hasAlpha: false, originalFilename: null },
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
