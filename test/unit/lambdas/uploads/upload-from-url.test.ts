import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttpsRemoteFiles } from '../../../../adapters/https/remote-files.ts';
import { problemsOf } from '../../../../core/api/endpoint.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import type { RemoteFile } from '../../../../core/ports/uploads/remote-files.ts';
import { FUNCTIONS } from '../../../../lib/functions.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';
import { RECEIVER_HOST, type Receiver, startReceiver } from '../../../support/webhooks/receiver.ts';

const IMAGE = await drawJpeg(60, 40);
const ENDPOINT = ENDPOINTS.uploadFromUrl;
let origin: Receiver;
let test: TestServices;
beforeEach(async () => {
  origin = await startReceiver();
  test = await makeServices({ remoteFiles: createHttpsRemoteFiles(origin.parts()) });
  origin.answer((response) => void response.end(IMAGE));
});
afterEach(async () => {
  await test.remove();
  await origin.stop();
});

const call = (body: object, services = test.services) =>
  callAny(services, ENDPOINT, { headers: { 'x-api-key': test.credentials.apiKey }, body });
const fromPath = (path: string, fields: object = {}) =>
  call({ url: `https://${RECEIVER_HOST}${path}`, ...fields });
const given = (file: RemoteFile) =>
  call(
    { url: 'https://a.example/' },
    { ...test.services, remoteFiles: { read: async () => file } },
  );
const recordOf = (url: string) => {
  const id = /tmp_[a-z2-7]{26}/.exec(url)?.[0] as `tmp_${string}`;
  return test.services.images.getTemporaryImage(id);
};
const nameOf = async (path: string, fields: object = {}) => {
  const { status, json } = await fromPath(path, fields);
  expect(status, JSON.stringify(json)).toBe(200);
  return (await recordOf(json.temporaryImageUrl))?.originalFilename;
};

describe('upload-from-url (uploads.from-url)', () => {
  it('keeps the image at a URL as a temporary image, as an upload of its bytes', async () => {
    const { status, json } = await fromPath('/bridge.jpg');
    expect(status).toBe(200);
    expect(Object.keys(json).sort()).toEqual(['expiresAt', 'temporaryImageUrl']);
    const sent = await callAny(test.services, ENDPOINTS.uploadProjectImage, {
      headers: { 'x-api-key': test.credentials.apiKey, 'content-type': 'image/jpeg' },
      body: IMAGE,
    });
    const [fromUrl, asBytes] = await Promise.all(
      [json, sent.json].map((answer) => recordOf(answer.temporaryImageUrl)),
    );
    const { width, height, format, bytes, sha256, isSaved } = fromUrl ?? {};
    expect(asBytes).toMatchObject({ width, height, format, bytes, sha256, isSaved });
    expect([width, height]).toEqual([60, 40]);
  });

  it('decides the type by the bytes, whatever the server says', async () => {
    origin.answer((response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(IMAGE);
    });
    expect((await fromPath('/page.html')).status).toBe(200);
    origin.answer((response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<!doctype html><p>no');
    });
    const { status, json } = await fromPath('/bridge.jpg');
    expect([status, json.code]).toEqual([422, 'invalid_image']);
    expect(json.detail).toContain('a web page');
    origin.answer((response) => void response.end(IMAGE.subarray(0, -40)));
    expect((await fromPath('/half.jpg')).json.code).toBe('invalid_image');
    origin.answer((response) => void response.end());
    expect((await fromPath('/empty.jpg')).json.code).toBe('invalid_image');
  });

  it('takes an image that is too large for a request of bytes', async () => {
    const noise = await drawNoise();
    expect(noise.length).toBeGreaterThan(LIMITS.maxUploadBytes);
    origin.answer((response) => void response.end(noise));
    const { json } = await fromPath('/large.png');
    const record = await recordOf(json.temporaryImageUrl);
    expect(record?.bytes).toBeGreaterThan(LIMITS.maxUploadBytes);
  });

  it('keeps the name of the file: of the call, else of Content-Disposition, else of the path (uploads.file-name)', async () => {
    expect(await nameOf('/photos/old%20br%C3%BCcke.jpg?name=no.jpg')).toBe('old brücke.jpg');
    expect(await nameOf('/')).toBeNull();
    expect(await nameOf('/%2e%2e%2fetc%2fpasswd')).toBe('passwd');
    const told = async (disposition: string) => {
      origin.answer((response) => {
        response.writeHead(200, { 'content-disposition': disposition }).end(IMAGE);
      });
      return nameOf('/path.jpg');
    };
    expect(await told('attachment; filename="a \\"b\\".jpg"')).toBe('a "b".jpg');
    expect(await told('attachment; filename=plain.jpg')).toBe('plain.jpg');
    expect(await told("attachment; filename=x.jpg; filename*=UTF-8''br%C3%BCcke.jpg")).toBe(
      'brücke.jpg',
    );
    expect(await told("attachment; filename*=UTF-8''..%2F..%2Fa%00b.jpg")).toBe('ab.jpg');
    expect(await told('inline')).toBe('path.jpg');
    expect(await nameOf('/path.jpg', { originalFilename: '../mine.jpg' })).toBe('mine.jpg');
  });

  it('names each fault of a source, and every code is one of its row', async () => {
    const codes = problemsOf(ENDPOINT);
    const outcomes = [
      await given({ outcome: 'not_allowed', detail: 'No.' }),
      await given({ outcome: 'too_large' }),
      await given({ outcome: 'failed', fault: 'unexpected_status', status: 404 }),
      await given({ outcome: 'failed', fault: 'timed_out', status: null }),
      await call({}),
      await call({ url: 'x'.repeat(LIMITS.maxSourceUrlLength + 1) }),
      await call({ url: 'http://127.0.0.1/' }),
    ];
    expect(outcomes.map(({ status, json }) => [status, json.code, json.reason])).toEqual([
      [422, 'url_not_allowed', undefined],
      [413, 'payload_too_large', undefined],
      [422, 'url_unreachable', 'unexpected_status'],
      [422, 'url_unreachable', 'timed_out'],
      [400, 'validation_failed', undefined],
      [400, 'validation_failed', undefined],
      [422, 'url_not_allowed', undefined],
    ]);
    expect(outcomes[1]?.json.maxBytes).toBe(LIMITS.maxSourceBytes);
    expect(outcomes[2]?.json.detail).toContain('404');
    for (const { json } of outcomes) expect(codes).toContain(json.code);
  });

  it('opens no connection for a caller without the right, or beyond the rate (uploads.own-rate-limit)', async () => {
    const headers = { 'x-api-key': 'private_x' };
    const body = { url: `https://${RECEIVER_HOST}/a.jpg` };
    expect((await callAny(test.services, ENDPOINT, { headers, body })).json.code).toBe(
      'invalid_api_key',
    );
    const full = { countUp: async () => LIMITS.maxOwnUploadsPerMinute + 1 };
    const { json } = await call(body, { ...test.services, rates: full, hasRateLimits: true });
    expect(json.code).toBe('rate_limited');
    expect(origin.connected).toEqual([]);
  });

  it('ends before its function, and its function before API Gateway', () => {
    const { sourceTimeoutMs, uploadDeadlineMs, uploadFromUrlTimeoutMs } = LIMITS;
    expect(sourceTimeoutMs + uploadDeadlineMs).toBeLessThan(uploadFromUrlTimeoutMs);
    expect(FUNCTIONS['upload-from-url'].timeoutMs).toBe(uploadFromUrlTimeoutMs);
    expect(uploadFromUrlTimeoutMs).toBeLessThan(29_000); // Amazon API Gateway quotas for REST APIs
  });
});

/** A PNG that no compression makes small. */
async function drawNoise(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const [width, height, channels] = [1600, 1100, 3] as const;
  const parts = Array.from({ length: Math.ceil((width * height * channels) / 32) }, (_, at) =>
    createHash('sha256').update(String(at)).digest(),
  );
  const pixels = Buffer.concat(parts).subarray(0, width * height * channels);
  return sharp(pixels, { raw: { width, height, channels } }).png().toBuffer();
}
