import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ImagewellError } from '../../../client/src/imagewell-error.ts';
import { fetchReply } from '../../../client/src/send.ts';
import { waitForUpload } from '../../../client/src/wait-for-upload.ts';
import { withRetries } from '../../../client/src/with-retries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const URL_OF_IT = `https://cdn.example.com/res/tmp_${'a'.repeat(26)}.jpg`;
const busy = (retryAfterSeconds?: number) =>
  new ImagewellError({ code: 'busy', status: 503, detail: 'd', retryAfterSeconds });

/** The moments of all attempts, each of which fails with this error. */
async function momentsOf(error: ImagewellError, retries: number, random: number) {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const start = Date.now();
  const moments: number[] = [];
  const attempt = async () => {
    moments.push(Date.now() - start);
    throw error;
  };
  const end = withRetries(attempt, { retries }).catch((thrown: unknown) => thrown);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(await end).toBe(error);
  return moments;
}

describe('a call that is repeated', () => {
  it('waits twice as long each time, half of it by chance', async () => {
    expect(await momentsOf(busy(), 3, 0)).toEqual([0, 250, 750, 1_750]);
    expect(await momentsOf(busy(), 3, 1)).toEqual([0, 500, 1_500, 3_500]);
  });

  it('waits for the seconds of Retry-After first', async () => {
    expect(await momentsOf(busy(7), 1, 0)).toEqual([0, 7_250]);
    expect(await momentsOf(busy(60), 1, 1)).toEqual([0, 60_500]);
    expect(await momentsOf(busy(61), 1, 1)).toEqual([0]);
  });

  it('ends with the reason of its signal, and is not repeated', async () => {
    const stop = new AbortController();
    let sent = 0;
    vi.stubGlobal('fetch', async () => {
      sent += 1;
      stop.abort(new Error('the user left'));
      throw new TypeError('Failed to fetch');
    });
    const { signal } = stop;
    const end = withRetries(() => fetchReply(URL_OF_IT, { signal }), { signal });
    await expect(end).rejects.toThrow('the user left');
    expect(sent).toBe(1);
    await expect(
      fetchReply(URL_OF_IT, { signal: AbortSignal.abort(stop.signal.reason) }),
    ).rejects.toBe(stop.signal.reason);
  });
});

describe('the wait for a direct upload', () => {
  const options = {
    baseUrl: 'https://api.example.com',
    uploadKey: 'upl_x',
    temporaryImageUrl: URL_OF_IT,
    retries: 0,
  };
  const upload = { temporaryImageUrl: URL_OF_IT, expiresAt: 'x', reason: null, detail: null };

  async function outcomeOf(status: number, body: object) {
    let requests = 0;
    vi.stubGlobal('fetch', async () => {
      requests += 1;
      return Response.json(body, { status });
    });
    let outcome = 'waits';
    const end = waitForUpload(options).then(
      () => (outcome = 'served'),
      ({ code }: ImagewellError) => (outcome = code),
    );
    await vi.advanceTimersByTimeAsync(80_000);
    const early = outcome;
    await vi.advanceTimersByTimeAsync(60_000);
    await end;
    return { early, last: outcome, requests };
  }

  it.each([
    ['temporary', 'served'],
    ['refused', 'temporary_image_refused'],
    ['expired', 'temporary_image_expired'],
  ])('ends at the state %s, after one request (uploads.direct-state)', async (state, due) => {
    const outcome = await outcomeOf(200, { ...upload, state });
    expect(outcome).toEqual({ early: due, last: due, requests: 1 });
  });

  it('has the sentence of the refusal (uploads.direct-state)', async () => {
    const refused = { ...upload, state: 'refused', reason: 'invalid_image', detail: 'It is cut.' };
    vi.stubGlobal('fetch', async () => Response.json(refused));
    await expect(waitForUpload(options)).rejects.toMatchObject({
      status: 422,
      detail: 'It is cut.',
    });
  });

  it('continues while the state is pending, in pauses that grow, and ends (uploads.direct-state)', async () => {
    const { early, last, requests } = await outcomeOf(200, { ...upload, state: 'pending' });
    expect([early, last]).toEqual(['waits', 'temporary_image_pending']);
    expect(requests).toBeGreaterThan(20);
    expect(requests).toBeLessThan(40);
  });

  it.each([
    [400, 'unexpected_answer'],
    [401, 'unexpected_answer'],
    [403, 'unexpected_answer'],
    [404, 'unexpected_answer'],
    [429, 'waits'],
    [500, 'waits'],
    [502, 'waits'],
    [503, 'waits'],
    [504, 'waits'],
  ])('by the status %i: %s', async (status, due) => {
    expect((await outcomeOf(status, {})).early).toBe(due);
  });

  it('ends with the reason of its signal, and asks no more', async () => {
    const stop = new AbortController();
    let requests = 0;
    vi.stubGlobal('fetch', async () => {
      requests += 1;
      return Response.json({ ...upload, state: 'pending' });
    });
    const end = waitForUpload({ ...options, signal: stop.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_100);
    const before = requests;
    stop.abort(new Error('the user left'));
    expect(await end).toMatchObject({ message: 'the user left' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([before, requests]).toEqual([3, 3]);
  });
});
