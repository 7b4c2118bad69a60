import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ImagewellError } from '../../../client/src/imagewell-error.ts';
import { fetchReply } from '../../../client/src/send.ts';
import { waitUntilServed } from '../../../client/src/wait-until-served.ts';
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
  async function outcomeOf(status: number) {
    vi.stubGlobal('fetch', async () => new Response(null, { status }));
    let outcome = 'waits';
    const end = waitUntilServed(URL_OF_IT).then(
      () => (outcome = 'served'),
      () => (outcome = 'refused'),
    );
    await vi.advanceTimersByTimeAsync(80_000);
    const then = outcome;
    await vi.advanceTimersByTimeAsync(60_000);
    await end;
    return then;
  }

  it.each([
    [200, 'served'],
    [400, 'refused'],
    [404, 'refused'],
    [409, 'waits'],
    [410, 'refused'],
    [422, 'refused'],
    [429, 'waits'],
    [500, 'waits'],
    [502, 'waits'],
    [503, 'waits'],
    [504, 'waits'],
  ])('by the status %i: %s', async (status, due) => {
    expect(await outcomeOf(status)).toBe(due);
  });
});
