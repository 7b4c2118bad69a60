import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAX_UPLOAD_BYTES } from '../../../client/src/generated/upload-rules.ts';
import type { UploadProgress } from '../../../client/src/upload-options.ts';
import { uploadTemporaryImage } from '../../../client/src/upload-temporary-image.ts';
import { LIMITS } from '../../../core/foundation/limits.ts';
import { noAnswer, ok, problem, stubService } from './support/stub-service.ts';

afterEach(() => vi.unstubAllGlobals());

const target = { baseUrl: 'https://api.example.com', uploadKey: 'upl_x' };
const temporaryImageUrl = `https://cdn.example.com/res/tmp_${'a'.repeat(26)}.jpg`;
const UPLOADED = { temporaryImageUrl, expiresAt: '2026-11-22T09:00:00.000Z' };
const fields = { key: 'incoming/x', policy: 'p', 'x-amz-signature': 's' };
const FORM = { ...UPLOADED, url: 'https://storage.example.com/', fields };
const fileOf = (bytes: number, name = 'a image.jpg') =>
  new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });
const inState = (state: string, members: object = {}) =>
  ok({ ...UPLOADED, state, reason: null, detail: null, ...members });
const served = () => inState('temporary');
const pending = () => inState('pending');

describe('a small upload', () => {
  it('goes through the API with its type and its name (origins.cors, uploads.file-name)', async () => {
    const { requested } = stubService(ok(UPLOADED));
    const file = fileOf(10, 'Füße.jpg');
    expect(await uploadTemporaryImage({ ...target, file })).toEqual(UPLOADED);
    expect(requested[0]?.url).toBe('https://api.example.com/api/v1/upload-temporary-image/upl_x');
    expect(requested[0]?.body).toBe(file);
    expect([...(requested[0]?.headers ?? [])]).toEqual([
      ['content-type', 'image/jpeg'],
      ['x-original-filename', 'F%C3%BC%C3%9Fe.jpg'],
    ]);
  });

  it('takes half a surrogate pair in a name, and a Blob without any (uploads.file-name)', async () => {
    const { requested } = stubService(ok(UPLOADED), ok(UPLOADED));
    await uploadTemporaryImage({ ...target, file: fileOf(1, 'a\uD800.jpg') });
    expect(requested[0]?.headers.get('x-original-filename')).toBe('a%EF%BF%BD.jpg');
    const file = new Blob(['x']);
    await uploadTemporaryImage({ ...target, file, contentType: 'image/png' });
    expect(requested[1]?.headers.has('x-original-filename')).toBe(false);
    expect(requested[1]?.headers.get('content-type')).toBe('image/png');
  });

  it('is sent again after no answer, and not after a refusal', async () => {
    const { requested } = stubService(noAnswer(), problem(422, 'invalid_image'));
    const upload = uploadTemporaryImage({ ...target, file: fileOf(1) });
    await expect(upload).rejects.toMatchObject({ code: 'invalid_image', status: 422 });
    expect(requested).toHaveLength(2);
  });
});

describe('an upload without an upload key', () => {
  const projectId = `prj_${'a'.repeat(26)}`;
  const { baseUrl } = target;

  it('sends an API key, or a token and the project, again at each attempt (calls.project-uploads)', async () => {
    const { requested } = stubService(ok(UPLOADED), noAnswer(), ok(UPLOADED));
    await uploadTemporaryImage({ baseUrl, apiKey: 'private_x', file: fileOf(1) });
    let given = 0;
    const accessToken = async () => `token${++given}`;
    await uploadTemporaryImage({ baseUrl, accessToken, projectId, file: fileOf(1) });
    expect(requested.map(({ url }) => url)).toEqual(
      Array.from({ length: 3 }, () => 'https://api.example.com/api/v1/upload-project-image'),
    );
    expect(requested[0]?.headers.get('x-api-key')).toBe('private_x');
    expect(requested[0]?.headers.has('x-project-id')).toBe(false);
    expect(requested.slice(1).map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer token1',
      'Bearer token2',
    ]);
    expect(requested[2]?.headers.get('x-project-id')).toBe(projectId);
  });

  it('asks for a form in the same way, and shows the storage nothing (calls.project-uploads)', async () => {
    const stored = new Response(null, { status: 204 });
    const { requested } = stubService(ok(FORM), stored, served());
    const file = fileOf(MAX_UPLOAD_BYTES + 1);
    await uploadTemporaryImage({ baseUrl, accessToken: 't', projectId, file });
    expect(requested[0]?.url).toBe('https://api.example.com/api/v1/create-project-upload');
    expect(requested[0]?.headers.get('authorization')).toBe('Bearer t');
    expect(JSON.parse(String(requested[0]?.body))).toMatchObject({ projectId, bytes: file.size });
    expect(requested[1]?.headers.has('authorization')).toBe(false);
    expect(requested[2]?.url).toBe('https://api.example.com/api/v1/get-project-upload');
    expect(requested[2]?.headers.get('authorization')).toBe('Bearer t');
    expect(JSON.parse(String(requested[2]?.body))).toEqual({ projectId, temporaryImageUrl });
  });
});

describe('the size decides', () => {
  it('by the limit of the upload call (uploads.max-size)', async () => {
    expect(MAX_UPLOAD_BYTES).toBe(LIMITS.maxUploadBytes);
    const small = stubService(ok(UPLOADED));
    await uploadTemporaryImage({ ...target, file: fileOf(MAX_UPLOAD_BYTES) });
    expect(small.requested[0]?.url).toContain('/upload-temporary-image/');
    const large = stubService(ok(FORM), new Response(null, { status: 204 }), served());
    await uploadTemporaryImage({ ...target, file: fileOf(MAX_UPLOAD_BYTES + 1) });
    expect(large.requested[0]?.url).toContain('/create-direct-upload/');
  });
});

describe('a direct upload', () => {
  const file = fileOf(MAX_UPLOAD_BYTES + 1);
  const stored = () => new Response(null, { status: 204 });

  it('asks for a form, posts it with the file last, and waits until the image is served (uploads.direct-result, calls.create-direct-upload)', async () => {
    const { requested, waits } = stubService(ok(FORM), stored(), pending(), pending(), served());
    const seen: UploadProgress[] = [];
    const answer = await uploadTemporaryImage({
      ...target,
      file,
      onProgress: (entry) => seen.push(entry),
    });
    expect(answer).toEqual(UPLOADED);
    expect(requested.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST https://api.example.com/api/v1/create-direct-upload/upl_x',
      'POST https://storage.example.com/',
      ...Array.from({ length: 3 }, () => `POST ${target.baseUrl}/api/v1/get-direct-upload/upl_x`),
    ]);
    expect(JSON.parse(String(requested[2]?.body))).toEqual({ temporaryImageUrl });
    expect(JSON.parse(String(requested[0]?.body))).toEqual({
      contentType: 'image/jpeg',
      bytes: file.size,
      originalFilename: 'a image.jpg',
    });
    const form = requested[1]?.body as FormData;
    expect([...form.keys()]).toEqual([...Object.keys(fields), 'file']);
    expect((form.get('file') as File).size).toBe(file.size);
    expect(requested[1]?.headers.has('content-type')).toBe(false);
    expect(waits).toHaveLength(2);
    const whole = { loaded: file.size, total: file.size };
    expect(seen.at(-1)).toEqual({ phase: 'checking', ...whole, temporaryImageUrl });
  });

  it('reports the refusal of the form, and posts nothing (uploads.direct-form)', async () => {
    const { requested } = stubService(problem(413, 'payload_too_large', { maxBytes: 25_000_000 }));
    const upload = uploadTemporaryImage({ ...target, file });
    await expect(upload).rejects.toMatchObject({ code: 'payload_too_large' });
    expect(requested).toHaveLength(1);
  });

  it('posts the same form again after no answer', async () => {
    const { requested } = stubService(ok(FORM), noAnswer(), stored(), served());
    await uploadTemporaryImage({ ...target, file });
    expect(requested[2]?.url).toBe(requested[1]?.url);
    expect(requested[2]?.body).toBe(requested[1]?.body);
  });

  it('reports the storage’s reason for the refusal of the form', async () => {
    const xml = '<Error><Code>EntityTooLarge</Code><Message>Too large</Message></Error>';
    stubService(ok(FORM), new Response(xml, { status: 400 }));
    const upload = uploadTemporaryImage({ ...target, file });
    await expect(upload).rejects.toMatchObject({
      code: 'unexpected_answer',
      status: 400,
      detail: 'The response status was 400: Too large.',
    });
  });

  it('reports the reason of a refusal after the image was sent (uploads.direct-state)', async () => {
    const refused = inState('refused', { reason: 'invalid_image', detail: 'The file is cut off.' });
    const { requested } = stubService(ok(FORM), stored(), pending(), refused);
    const upload = uploadTemporaryImage({ ...target, file });
    await expect(upload).rejects.toMatchObject({
      code: 'temporary_image_refused',
      status: 422,
      detail: 'The file is cut off.',
    });
    expect(requested).toHaveLength(4);
  });

  it('returns the address by the bytes, which the form couldn’t know (uploads.direct-state)', async () => {
    const png = temporaryImageUrl.replace('.jpg', '.png');
    stubService(ok(FORM), stored(), inState('temporary', { temporaryImageUrl: png }));
    const answer = await uploadTemporaryImage({ ...target, file });
    expect(answer).toEqual({ ...UPLOADED, temporaryImageUrl: png });
  });

  it('passes on the refusal of its key', async () => {
    stubService(ok(FORM), stored(), problem(401, 'invalid_upload_key', { detail: 'No.' }));
    const upload = uploadTemporaryImage({ ...target, file });
    await expect(upload).rejects.toMatchObject({ status: 401, detail: 'No.' });
  });

  it('gives up where it is pending for a minute and a half (uploads.direct-state)', async () => {
    const many = Array.from({ length: 60 }, () => pending);
    const { requested, waits } = stubService(ok(FORM), stored(), ...many);
    const upload = uploadTemporaryImage({ ...target, file });
    await expect(upload).rejects.toMatchObject({ code: 'temporary_image_pending', status: 409 });
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(80_000);
    expect(requested.length).toBeLessThan(50);
  });
});
