import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  createImagewell,
  imageUrl,
  type OutputFormat,
  srcSet,
  uploadTemporaryImage,
} from '../../client/src/imagewell-client.ts';
import { client, credentials } from '../support/e2e/service-under-test.ts';
import { drawJpeg } from '../support/images/draw.ts';

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

/** Noise has many bytes. */
async function drawLarge(): Promise<Uint8Array<ArrayBuffer>> {
  const raw = { width: 2600, height: 1900, channels: 3 as const };
  const noise = randomBytes(raw.width * raw.height * raw.channels);
  return new Uint8Array(await sharp(noise, { raw }).jpeg({ quality: 95 }).toBuffer());
}

describe('an image that is too large for one call', () => {
  it('goes by a direct upload, and is there or refused when that ends (uploads.direct-result, calls.create-direct-upload)', async () => {
    const image = await drawLarge();
    expect(image.length).toBeGreaterThan(5_000_000);
    const send = (bytes: Uint8Array<ArrayBuffer>) => {
      const file = new File([bytes], 'large.jpg', { type: 'image/jpeg' });
      return uploadTemporaryImage({ baseUrl, uploadKey, file });
    };
    const { temporaryImageUrl } = await send(image);
    expect((await measure(temporaryImageUrl)).width).toBe(2600);
    const cut = send(image.slice(0, 5_000_000));
    await expect(cut).rejects.toMatchObject({ code: 'temporary_image_refused', status: 422 });
  });
});

describe('the client', () => {
  it('uploads, saves, describes and deletes (uploads.file-name, calls.upload-temporary-image, calls.get-image)', async () => {
    const image = await store(60, 40);
    expect(image).toMatchObject({ width: 60, height: 40, originalFilename: 'Füße.jpg' });
    const { imageId, imageUrl: address } = image;
    const updated = await imagewell.updateImageMetadata({ imageUrl: address, set: { a: 'b' } });
    expect(updated.metadata).toEqual({ a: 'b' });
    await imagewell.deleteImage({ imageId });
    await expect(imagewell.getImage({ imageId })).rejects.toMatchObject({
      name: 'ImagewellError',
      code: 'image_not_found',
      status: 404,
      requestId: expect.stringMatching(/./),
    });
  });

  it('sends an image of 12 MB straight to the storage (uploads.direct-result, calls.create-direct-upload)', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
    const create = { width: 2200, height: 1800, channels: 3 as const, background: 'black', noise };
    const bytes = new Uint8Array(await sharp({ create }).png({ compressionLevel: 0 }).toBuffer());
    const file = new File([bytes], 'large.png', { type: 'image/png' });
    expect(file.size).toBeGreaterThan(11_000_000);
    const phases: string[] = [];
    const { temporaryImageUrl } = await uploadTemporaryImage({
      baseUrl,
      uploadKey,
      file,
      onProgress: ({ phase }) => phases.push(phase),
    });
    expect(phases.at(-1)).toBe('checking');
    const { imageId } = await imagewell.saveTemporaryImage({ temporaryImageUrl });
    const image = await imagewell.getImage({ imageId });
    expect(image).toMatchObject({ width: 2200, height: 1800, originalFilename: 'large.png' });
  });

  it('says why a large file was refused (errors.unprocessable-image, uploads.direct-state)', async () => {
    const file = new File([new Uint8Array(5_000_000)], 'empty.png', { type: 'image/png' });
    const refused = uploadTemporaryImage({ baseUrl, uploadKey, file });
    await expect(refused).rejects.toMatchObject({
      code: 'temporary_image_refused',
      status: 422,
      detail: expect.stringContaining('the bytes are of no accepted type'),
    });
  });

  it('refuses what no form takes before anything is sent (errors.payload-too-large)', async () => {
    const file = new File([new Uint8Array(25_000_001)], 'huge.png', { type: 'image/png' });
    const refused = uploadTemporaryImage({ baseUrl, uploadKey, file });
    await expect(refused).rejects.toMatchObject({ code: 'payload_too_large', status: 413 });
  });

  it('makes addresses that the service answers (delivery.auto)', async () => {
    const image = await store(60, 40);
    const requested: [OutputFormat, string][] = [
      ['webp', 'webp'],
      ['png', 'png'],
      ['jpeg', 'jpeg'],
    ];
    for (const [format, result] of requested) {
      const url = imageUrl(image, { width: 30, height: 30, fit: 'contain', format });
      expect(await measure(url)).toEqual({ format: result, width: 30, height: 30 });
    }
  });

  it('makes a srcset whose images have the widths that it says (transformations.enlarging)', async () => {
    const image = await store(700, 400);
    const candidates = srcSet(image).split(', ');
    expect(candidates).toHaveLength(3);
    for (const candidate of candidates) {
      const [url = '', descriptor] = candidate.split(' ');
      expect(`${(await measure(url)).width}w`).toBe(descriptor);
    }
  });

  it('reports all faults of a call together (errors.all-faults)', async () => {
    const metadata = { '1': 'a', Big: 'b' };
    const refused = imagewell.saveTemporaryImage({ temporaryImageUrl: 'tmp_x', metadata });
    const error = await refused.catch((reason) => reason);
    expect(error).toMatchObject({ code: 'validation_failed', status: 400 });
    expect(error.errors.length).toBeGreaterThanOrEqual(2);
  });
});
