import { afterEach, describe, expect, it, vi } from 'vitest';
import { callPath } from '../../../client/src/api-url.ts';
import { createImagewell } from '../../../client/src/create-imagewell.ts';
import { CALL_NAMES } from '../../../client/src/generated/calls.ts';
import { ImagewellError } from '../../../client/src/imagewell-error.ts';
import type { Endpoint } from '../../../core/api/endpoint.ts';
import { ENDPOINTS } from '../../../core/api/endpoints.ts';
import { noAnswer, ok, problem, stubService } from './support/stub-service.ts';

afterEach(() => vi.unstubAllGlobals());

const baseUrl = 'https://api.example.com/prod/';
const imagewell = createImagewell({ baseUrl, apiKey: 'private_x' });
const DELETED = { message: 'image_marked_for_deletion' };
const imageId = `img_${'a'.repeat(26)}`;

async function failure(promise: Promise<unknown>): Promise<ImagewellError> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ImagewellError);
  return error;
}

describe('the calls of a back end', () => {
  it('C9 are all that an API key opens, a method each', () => {
    const expected = Object.entries<Endpoint>(ENDPOINTS)
      .filter(([, { credential }]) => credential.kind === 'apiKey')
      .filter(([, { request }]) => request.kind === 'json')
      .map(([name, { path }]) => [name, path]);
    expect(CALL_NAMES.map((name) => [name, callPath(name)])).toEqual(expected);
    expect(Object.keys(imagewell)).toEqual(CALL_NAMES);
  });

  it('carry the key and JSON, and answer the body', async () => {
    const { requested } = stubService(ok(DELETED));
    expect(await imagewell.deleteImage({ imageId })).toEqual(DELETED);
    expect(requested[0]).toMatchObject({
      url: 'https://api.example.com/prod/api/v1/delete-image',
      method: 'POST',
      body: JSON.stringify({ imageId }),
    });
    expect(requested[0]?.headers.get('x-api-key')).toBe('private_x');
    expect(requested[0]?.headers.get('content-type')).toBe('application/json');
  });

  it('a refusal is an error with all that the problem says (errors.problem-body)', async () => {
    const errors = [{ pointer: '/imageId', code: 'required', detail: 'is required' }];
    stubService(problem(400, 'validation_failed', { detail: 'Two faults.', errors }));
    expect(await failure(imagewell.deleteImage({ imageId }))).toMatchObject({
      name: 'ImagewellError',
      code: 'validation_failed',
      status: 400,
      errors,
      detail: 'Two faults.',
      requestId: 'r-1',
      message: 'validation_failed: Two faults.',
    });
  });

  it('members of one problem are in its body (errors.conflict)', async () => {
    stubService(problem(409, 'already_saved', { imageId }));
    const temporaryImageUrl = `tmp_${'a'.repeat(26)}`;
    const error = await failure(imagewell.saveTemporaryImage({ temporaryImageUrl }));
    expect(error.problem?.imageId).toBe(imageId);
  });

  it.each([400, 401, 403, 404, 409, 410, 413, 415, 422, 500])(
    'are never sent again after a %i',
    async (status) => {
      const { requested } = stubService(problem(status, 'any'));
      expect((await failure(imagewell.deleteImage({ imageId }))).status).toBe(status);
      expect(requested).toHaveLength(1);
    },
  );

  it('are sent again after no answer, a 429 and a 503, with growing pauses', async () => {
    const { requested, waits } = stubService(
      noAnswer(),
      problem(503, 'busy'),
      problem(429, 'rate_limited'),
      ok(DELETED),
    );
    expect(await imagewell.deleteImage({ imageId })).toEqual(DELETED);
    expect(requested).toHaveLength(4);
    [500, 1000, 2000].forEach((most, at) => {
      expect(waits[at]).toBeLessThanOrEqual(most);
      expect(waits[at]).toBeGreaterThanOrEqual(most / 2);
    });
  });

  it('wait as long as Retry-After says, and not at all where that is more than a minute (errors.too-many-requests, errors.busy)', async () => {
    const first = stubService(problem(503, 'busy', {}, { 'Retry-After': '7' }), ok(DELETED));
    await imagewell.deleteImage({ imageId });
    expect(first.waits[0]).toBeGreaterThanOrEqual(7_000);
    const month = problem(429, 'upload_limit_exceeded', {}, { 'Retry-After': '86400' });
    const { requested } = stubService(month);
    expect((await failure(imagewell.deleteImage({ imageId }))).retryAfterSeconds).toBe(86_400);
    expect(requested).toHaveLength(1);
  });

  it('give up after the given number of retries, with the last failure', async () => {
    const { requested } = stubService(noAnswer(), noAnswer(), noAnswer());
    const error = await failure(imagewell.deleteImage({ imageId }, { retries: 2 }));
    expect(error).toMatchObject({ code: 'network_error', status: 0 });
    expect(error.detail).toContain('https://api.example.com');
    expect(requested).toHaveLength(3);
  });

  it('end with the signal’s reason where they are aborted: before, while they are sent, in a pause', async () => {
    const reason = new Error('left the page');
    const { requested } = stubService(ok(DELETED));
    const signal = AbortSignal.abort(reason);
    await expect(imagewell.deleteImage({ imageId }, { signal })).rejects.toBe(reason);
    expect(requested).toHaveLength(0);

    const leave = (answer: () => Response) => {
      const stop = new AbortController();
      const service = stubService(() => {
        stop.abort(reason);
        return answer();
      });
      return { pending: imagewell.deleteImage({ imageId }, { signal: stop.signal }), ...service };
    };
    const sending = leave(() => {
      throw reason;
    });
    await expect(sending.pending).rejects.toBe(reason);
    const paused = leave(() => problem(503, 'busy'));
    await expect(paused.pending).rejects.toBe(reason);
    expect(paused.requested).toHaveLength(1);
  });

  it('end immediately if they are aborted during a pause', async () => {
    const reason = new Error('left the page');
    const stop = new AbortController();
    stubService(problem(503, 'busy'));
    vi.stubGlobal('setTimeout', () => queueMicrotask(() => stop.abort(reason)));
    const pending = imagewell.deleteImage({ imageId }, { signal: stop.signal });
    await expect(pending).rejects.toBe(reason);
  });

  it('distinguish responses that are not the service’s (delivery.error-code-header)', async () => {
    stubService(new Response('<html>Bad gateway', { status: 502 }));
    const error = await failure(imagewell.deleteImage({ imageId }));
    expect(error).toMatchObject({ code: 'unexpected_answer', status: 502 });
    stubService(new Response('<html>Welcome to this hotel', { status: 200 }));
    expect((await failure(imagewell.deleteImage({ imageId }))).code).toBe('unexpected_answer');
  });

  it('are typed: an invalid request does not compile', () => {
    const wrong = () => [
      // @ts-expect-error of imageId and imageUrl exactly one is given
      imagewell.deleteImage({ imageId, imageUrl: imageId }),
      // @ts-expect-error add and set cannot be combined
      imagewell.updateImageMetadata({ imageUrl: imageId, add: {}, set: {} }),
      // @ts-expect-error only what requires nothing may be left out
      imagewell.deleteImage(),
      imagewell.getUsage(),
      // @ts-expect-error metadata are texts
      imagewell.updateImageMetadata({ imageUrl: imageId, add: { price: 4 } }),
      // @ts-expect-error an upload key opens it
      imagewell.uploadTemporaryImage,
    ];
    expect(wrong).toBeTypeOf('function');
  });
});
