import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import type { ImageEngine } from '../../../../core/ports/images/image-engine.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

const SIDE = 16_383;
/** A bitmap of its claim would be a gigabyte. */
const MOST_BYTES = 50_000_000;
let test: TestServices;
/** The functions of the engine that ran. */
let ran: string[] = [];

/** The real engine; each function of it that is called is noted. */
function watched(engine: ImageEngine): ImageEngine {
  return new Proxy(engine, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        ran.push(String(name));
        return Reflect.apply(value, target, args);
      };
    },
  });
}

beforeAll(async () => {
  test = await makeServices();
});
afterAll(() => test.remove());

/** A WebP of 34 bytes: the header of a lossless one, and nothing behind it. */
function bomb(): Buffer {
  const bytes = Buffer.alloc(34);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(26, 4);
  bytes.write('WEBPVP8L', 8);
  bytes.writeUInt32LE(13, 16);
  bytes.writeUInt8(0x2f, 20);
  bytes.writeUInt32LE(((SIDE - 1) | ((SIDE - 1) << 14)) >>> 0, 21);
  return bytes;
}

function upload(body: Buffer, contentType: string) {
  const { imageEngine } = test.services;
  const services = { ...test.services, imageEngine: async () => watched(await imageEngine()) };
  const { uploadKey } = test.credentials;
  const headers = { 'content-type': contentType };
  return callAny(services, ENDPOINTS.uploadTemporaryImage, { headers, uploadKey, body });
}

it('a WebP of 34 bytes that claims 16,383 x 16,383 reaches no decoder and takes no memory (security.bounds-from-header)', async () => {
  await upload(await drawJpeg(16, 16), 'image/jpeg'); // loads the engine
  expect(ran).not.toEqual([]);
  ran = [];
  const before = process.memoryUsage();
  const { status, json } = await upload(bomb(), 'image/webp');
  const after = process.memoryUsage();
  expect([status, json.code]).toEqual([422, 'image_too_large']);
  expect(ran).toEqual([]);
  expect(after.external + after.heapTotal - before.external - before.heapTotal).toBeLessThan(
    MOST_BYTES,
  );
});
