import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FieldFault as Fault } from '../../core/foundation/service-error.ts';
import { createKey } from '../../core/projects/credentials.ts';
import { client, credentials, isOnLocalstack } from '../support/e2e/service-under-test.ts';
import { JSON_CALLS, referencing } from '../support/http/json-calls.ts';
import { drawJpeg } from '../support/images/draw.ts';

const UNKNOWN_IMAGE = `img_${'q'.repeat(26)}`;
const UNKNOWN_TEMPORARY = `tmp_${'q'.repeat(26)}`;

describe.each(JSON_CALLS)('$name', ({ name: call, request, reference }) => {
  const faulty = { ...request.example, nonsense: 1 };

  it('answers a problem with all its members (errors.problem-body)', async () => {
    const { status, headers, json } = await client.call(call, faulty);
    expect(status).toBe(400);
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(headers.get('x-error-code')).toBe('validation_failed');
    expect(headers.get('x-request-id')).toBe(json.requestId);
    expect(json).toMatchObject({
      status: 400,
      code: 'validation_failed',
      type: expect.any(String),
    });
    expect(json.title.length).toBeGreaterThan(0);
    expect(json.errors).toContainEqual(
      expect.objectContaining({ pointer: '/nonsense', code: 'unknown_field' }),
    );
  });

  it('names each field that is missing, and takes nothing but an object (errors.bad-request)', async () => {
    const missing = request.exactlyOne.map(() => ['', 'required']);
    if (missing.length > 0) {
      const { status, json } = await client.call(call, {});
      const faults = json.errors.map((fault: Fault) => [fault.pointer, fault.code]);
      expect([status, faults]).toEqual([400, missing]);
    }
    for (const body of ['[]', 'null', '"x"', '1']) {
      const { status, json } = await client.call(call, body);
      expect([status, json.code], body).toEqual([400, 'validation_failed']);
    }
    for (const body of ['', '{', '{"a":1,"a":1}']) {
      const { status, json } = await client.call(call, body);
      expect([status, json.code], body).toEqual([400, 'invalid_json']);
    }
  });

  it.each([
    ['missing', { 'X-API-Key': '' }, 'missing_api_key'],
    ['malformed', { 'X-API-Key': 'x' }, 'invalid_api_key'],
    ['with a wrong checksum', { 'X-API-Key': `private_${'a'.repeat(36)}` }, 'invalid_api_key'],
    ['unknown', { 'X-API-Key': createKey('private_', randomBytes) }, 'invalid_api_key'],
    ['of the wrong kind', { 'X-API-Key': credentials.uploadKey }, 'invalid_api_key'],
  ])(
    'a key that is %s is 401, before anything else (errors.unauthorized)',
    async (_, headers, code) => {
      const answer = await client.call(call, 'not json', {
        'Content-Type': 'text/plain',
        ...headers,
      });
      expect([answer.status, answer.json.code]).toEqual([401, code]);
    },
  );

  it('other methods, OPTIONS too, are 405 with Allow, whatever the key (errors.method-not-allowed)', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']) {
      const answer = await client.request(`/api/v1/${call}`, { method });
      expect(answer.status, method).toBe(405);
      expect(answer.headers.get('allow')).toBe('POST');
    }
  });

  it('another Content-Type is 415, too long a body 413, in this order (errors.unsupported-media-type, errors.check-order)', async () => {
    const long = `{"a":"${'x'.repeat(66_000)}"}`;
    const type = await client.call(call, long, { 'Content-Type': 'text/plain' });
    expect([type.status, type.json.code]).toEqual([415, 'unsupported_media_type']);
    const length = await client.call(call, long);
    expect([length.status, length.json.code]).toEqual([413, 'payload_too_large']);
    expect(length.json.maxBytes).toBe(65_536);
    const charset = await client.call(call, faulty, {
      'Content-Type': 'Application/JSON; charset=utf-8',
    });
    expect(charset.status).toBe(400);
  });

  if (!reference) return;
  const isTemporary = reference.kind === 'temporary';
  const bodyOf = (sent: string) => referencing(request, reference, sent);

  it('a reference that is none is 400, of the other kind too (errors.bad-request, references.malformed, references.urls)', async () => {
    const other = isTemporary ? UNKNOWN_IMAGE : UNKNOWN_TEMPORARY;
    for (const sent of ['', 'x', other, `https://evil.example/res/${UNKNOWN_IMAGE}.jpg`]) {
      const answer = await client.call(call, bodyOf(sent));
      expect([answer.status, answer.json.code], sent).toEqual([400, 'invalid_image_reference']);
    }
    const two = await client.call(call, { ...bodyOf('x'), more: 1 });
    expect(two.json.code).toBe('validation_failed');
    expect(two.json.errors).toHaveLength(2);
  });

  it('an unknown image is 404 and the answer never repeats the reference (errors.not-found)', async () => {
    const unknown = isTemporary ? UNKNOWN_TEMPORARY : UNKNOWN_IMAGE;
    const answer = await client.call(call, bodyOf(unknown));
    const code = isTemporary ? 'temporary_image_not_found' : 'image_not_found';
    expect([answer.status, answer.json.code]).toEqual([404, code]);
    expect(answer.bytes.toString()).not.toContain(unknown);
  });
});

describe('the API', () => {
  const hasOtherBody = isOnLocalstack('LocalStack answers an unknown path with a body of its own');
  it.skipIf(hasOtherBody)(
    'an unknown path is 404 with our body, readable from any page (errors.gateway)',
    async () => {
      for (const path of ['/api/v1/nothing', '/api/v2/delete-image', '/api/']) {
        const answer = await client.request(path, { method: 'POST' });
        expect([answer.status, answer.json.code]).toEqual([404, 'route_not_found']);
        expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      }
    },
  );

  // a deployed service has hosts by name, and an address with its stage in it
  const isDeployed = new URL(credentials.baseUrl).pathname !== '/';
  it.skipIf(isDeployed)(
    'takes yesterday’s URLs of another port and name (of a local service) (references.urls)',
    async () => {
      const { imageId } = await client.store(await drawJpeg(16, 16));
      for (const host of ['localhost:1', '127.0.0.1', '[::1]:65535']) {
        const imageUrl = `http://${host}/res/${imageId}.webp?width=3#x`;
        const answer = await client.call('update-image-metadata', { imageUrl, add: {} });
        expect(answer.status, host).toBe(200);
      }
    },
  );

  it('delete-image takes imageUrl or imageId, not both (deletion.reference)', async () => {
    const answer = await client.call('delete-image', {
      imageId: UNKNOWN_IMAGE,
      imageUrl: UNKNOWN_IMAGE,
    });
    expect([answer.status, answer.json.code]).toEqual([400, 'conflicting_fields']);
  });
});
