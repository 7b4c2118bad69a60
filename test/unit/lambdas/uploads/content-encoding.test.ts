import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../../core/api/endpoint.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { makeUsers, type TestUsers } from '../../../support/http/call-as.ts';
import { drawJpeg } from '../../../support/images/draw.ts';

const CALLS = Object.values(ENDPOINTS) as Endpoint[];
let test: TestUsers;
let image: Buffer;
beforeAll(async () => {
  test = await makeUsers();
  image = await drawJpeg(8, 8);
});
afterAll(() => test.remove());

function send(endpoint: Endpoint, headers: Record<string, string>, bytes = image) {
  const { credential, request } = endpoint;
  const { apiKey, uploadKey } = test.credentials;
  const shown =
    credential.kind === 'apiKey' ? { 'x-api-key': apiKey } : { authorization: 'Bearer ann' };
  return callAny(test.services, endpoint, {
    headers: {
      ...(credential.kind === 'uploadKey' ? {} : shown),
      ...(request.kind === 'bytes' ? { 'content-type': 'image/jpeg' } : {}),
      ...headers,
    },
    body: request.kind === 'bytes' ? bytes : request.example,
    ...(credential.kind === 'uploadKey' ? { uploadKey } : {}),
  });
}

describe('a body in a content coding', () => {
  it.each(CALLS.map((call) => [call.name, call] as const))(
    'is 415 for %s (errors.unsupported-media-type)',
    async (_, endpoint) => {
      for (const coding of ['gzip', 'br', 'DEFLATE', 'identity, gzip', 'zstd', 'unknown']) {
        const { status, headers, json } = await send(endpoint, { 'Content-Encoding': coding });
        expect([coding, status, json.code]).toEqual([coding, 415, 'unsupported_media_type']);
        expect(headers['Accept-Encoding']).toBe('identity'); // RFC 7694, section 3
      }
    },
  );

  it.each(CALLS.map((call) => [call.name, call] as const))(
    'is taken by %s where that is none (errors.unsupported-media-type)',
    async (_, endpoint) => {
      for (const coding of ['identity', 'Identity', '', ' , identity']) {
        const { status } = await send(endpoint, { 'content-encoding': coding });
        expect([coding, status]).not.toEqual([coding, 415]);
      }
    },
  );

  it('is never validated as if it were the image (errors.unsupported-media-type, security.bytes-decide-type)', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const { status } = await send(ENDPOINTS.uploadTemporaryImage, headers, gzipSync(image));
    expect(status).toBe(415);
    expect((await send(ENDPOINTS.uploadTemporaryImage, {})).status).toBe(200);
  });

  it('is refused behind the credential (errors.check-order)', async () => {
    const { saveTemporaryImage } = ENDPOINTS;
    const headers = { 'content-encoding': 'gzip', 'x-api-key': '' };
    expect((await send(saveTemporaryImage, headers)).json.code).toBe('missing_api_key');
  });
});
