import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  createImagewell,
  imageUrl,
  type OutputFormat,
  srcSet,
  uploadTemporaryImage,
} from '../../client/src/imagewell-client.ts';
import { drawJpeg } from '../support/pictures/draw.ts';
import { client, credentials } from './service-under-test.ts';

const { baseUrl, uploadKey, apiKey } = credentials;
const imagewell = createImagewell({ baseUrl, apiKey });

async function store(width: number, height: number) {
  const bytes = new Uint8Array(await drawJpeg(width, height));
  const file = new File([bytes], 'Füße.jpg', { type: 'image/jpeg' });
  const { temporaryImageUrl } = await uploadTemporaryImage({ baseUrl, uploadKey, file });
  const { imageId } = await imagewell.saveTemporaryImage({ temporaryImageUrl });
  return imagewell.getImage({ imageId });
}

async function measure(url: string) {
  const { bytes, status } = await client.get(url);
  expect(status, url).toBe(200);
  const { format, width, height } = await sharp(bytes).metadata();
  return { format, width, height };
}

describe('the client', () => {
  it('C4.6 C10.1 C10.3 uploads, saves, describes and deletes', async () => {
    const image = await store(60, 40);
    expect(image).toMatchObject({ width: 60, height: 40, originalFilename: 'Füße.jpg' });
    const { imageId, imageUrl: address } = image;
    const updated = await imagewell.updateImageMetadata({ imageUrl: address, set: { a: 'b' } });
    expect(updated.metadata).toEqual({ a: 'b' });
    await imagewell.deleteImage({ imageId });
    await expect(imagewell.getImage({ imageId })).rejects.toMatchObject({
      ...{ name: 'ImagewellError', code: 'image_not_found', status: 404 },
      requestId: expect.stringMatching(/./),
    });
  });

  it('C6.7 makes addresses that the service answers', async () => {
    const image = await store(60, 40);
    const asked: [OutputFormat, string][] = [
      ['webp', 'webp'],
      ['png', 'png'],
      ['jpeg', 'jpeg'],
    ];
    for (const [format, made] of asked) {
      const url = imageUrl(image, { width: 30, height: 30, fit: 'contain', format });
      expect(await measure(url)).toEqual({ format: made, width: 30, height: 30 });
    }
  });

  it('C6.4 makes a srcset whose pictures have the widths that it says', async () => {
    const image = await store(700, 400);
    const candidates = srcSet(image).split(', ');
    expect(candidates).toHaveLength(3);
    for (const candidate of candidates) {
      const [url = '', descriptor] = candidate.split(' ');
      expect(`${(await measure(url)).width}w`).toBe(descriptor);
    }
  });

  it('C2.1 tells all faults of a call at once', async () => {
    const metadata = { '1': 'a', Big: 'b' };
    const refused = imagewell.saveTemporaryImage({ temporaryImageUrl: 'tmp_x', metadata });
    const error = await refused.catch((reason) => reason);
    expect(error).toMatchObject({ code: 'validation_failed', status: 400 });
    expect(error.errors.length).toBeGreaterThanOrEqual(2);
  });
});
