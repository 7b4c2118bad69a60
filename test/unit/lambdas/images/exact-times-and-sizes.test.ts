import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { hashKey } from '../../../../core/projects/credentials.ts';
import { acceptImage } from '../../../../core/use-cases/uploads/accept-image.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { gifFrame, gifOf } from '../../../support/images/make-gif.ts';
import { hugeWebp } from '../../../support/images/make-webp.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

let test: TestServices;
let jpeg: Buffer;
beforeAll(async () => {
  test = await makeServices();
  jpeg = await drawJpeg(16, 16);
});
afterAll(() => test.remove());

async function upload() {
  const { json } = await callAny(test.services, ENDPOINTS.uploadTemporaryImage, {
    headers: { 'content-type': 'image/jpeg' },
    uploadKey: test.credentials.uploadKey,
    body: jpeg,
  });
  return { url: json.temporaryImageUrl as string, endsAt: Date.parse(json.expiresAt) };
}

async function saveAt(url: string, now: number) {
  test.setClock(now);
  const { status } = await callAny(test.services, ENDPOINTS.saveTemporaryImage, {
    headers: { 'x-api-key': test.credentials.apiKey },
    body: { temporaryImageUrl: url },
  });
  return status;
}

describe('a moment at which something ends, to the millisecond', () => {
  it('a temporary image is saved before its end, gone at it for thirty days, then unknown (temporary.lifetime)', async () => {
    const [first, second] = [await upload(), await upload()];
    expect(await saveAt(first.url, first.endsAt - 1)).toBe(200);
    expect(await saveAt(second.url, second.endsAt)).toBe(410);
    const grace = second.endsAt + LIMITS.temporaryGraceMs;
    expect(await saveAt(second.url, grace - 1)).toBe(410);
    expect(await saveAt(second.url, grace)).toBe(404);
  });

  it('the use of a key is written once an hour (keys.last-used)', async () => {
    const { apiKey } = test.credentials;
    const lastUsed = async (now: number) => {
      test.setClock(now);
      await callAny(test.services, ENDPOINTS.getImage, {
        headers: { 'x-api-key': apiKey },
        body: { imageId: `img_${'a'.repeat(26)}` },
      });
      return (await test.services.keys.findApiKey(hashKey(apiKey)))?.lastUsedAt;
    };
    const start = test.services.clock() + 2 * LIMITS.lastUsedGranularityMs;
    expect(await lastUsed(start)).toBe(start);
    const later = start + LIMITS.lastUsedGranularityMs;
    expect(await lastUsed(later - 1)).toBe(start);
    expect(await lastUsed(later)).toBe(later);
  });
});

describe('an image at the bounds of its header (security.bounds-from-header)', () => {
  const engine = {
    inputFormats: ['gif', 'webp'],
    decodeFully: async () => undefined,
    placeholder: async () => ({}),
  } as never;
  const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
  const codeOf = (bytes: Uint8Array, contentType: string) =>
    acceptImage(services, { bytes, contentType }, LIMITS.maxUploadBytes).then(
      () => 'accepted',
      (error: { code?: string }) => error.code,
    );
  const isTooLarge = async (bytes: Uint8Array, contentType: string) => {
    const code = await codeOf(bytes, contentType);
    expect(['accepted', 'image_too_large']).toContain(code);
    return code === 'image_too_large';
  };
  const frames = (count: number, width: number, height: number) =>
    gifOf(width, height, ...Array.from({ length: count }, () => gifFrame(0, 0, width, height)));

  it.each([
    ['16,384 pixels wide', 16_384, 1, false],
    ['16,385 pixels wide', 16_385, 1, true],
    ['16,384 pixels high', 1, 16_384, false],
    ['16,385 pixels high', 1, 16_385, true],
  ])('that is %s is too large: %i x %i, %s', async (_, width, height, due) => {
    expect(await isTooLarge(frames(1, width, height), 'image/gif')).toBe(due);
  });

  it.each([
    [10_000, 5_000, false],
    [10_000, 5_001, true],
    [5_001, 10_000, true],
  ])('of %i x %i pixels is too large: %s', async (width, height, due) => {
    expect(await isTooLarge(hugeWebp(width, height), 'image/webp')).toBe(due);
  });

  it.each([
    [500, 4, 4, false],
    [501, 4, 4, true],
    [125, 800, 500, false],
    [126, 800, 500, true],
  ])('of %i frames of %i x %i pixels is too large: %s', async (count, width, height, due) => {
    const small = Array.from({ length: count - 1 }, () => gifFrame(0, 0, 4, 4));
    // all frames count with the size of the canvas
    expect(
      await isTooLarge(gifOf(width, height, gifFrame(0, 0, width, height), ...small), 'image/gif'),
    ).toBe(due);
  });
});
