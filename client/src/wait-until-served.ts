import { networkError } from './imagewell-error.ts';
import { type Reply, successful } from './reply.ts';
import { sleep } from './sleep.ts';
import { type RetryOptions, withRetries } from './with-retries.ts';

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 3_000;
/** Several times what the largest picture takes to be checked: a queue may stand before it. */
const PATIENCE_MS = 90_000;

async function ask(
  url: string,
  method: 'HEAD' | 'GET',
  signal: AbortSignal | undefined,
): Promise<Reply> {
  try {
    // what the browser's cache keeps of "pending" would be believed for its whole life
    const response = await fetch(url, { method, cache: 'no-store', signal: signal ?? null });
    const text = response.ok ? '' : await response.text();
    return { status: response.status, header: (name) => response.headers.get(name), text };
  } catch (error) {
    signal?.throwIfAborted();
    throw networkError(url, error);
  }
}

/** Throws what the image was refused with: a HEAD costs no picture, but only a GET tells the reason. */
async function isServed(url: string, signal: AbortSignal | undefined): Promise<boolean> {
  const { status } = await ask(url, 'HEAD', signal);
  if (status === 409 || status === 429 || status >= 500) return false;
  if (status >= 400) successful(await ask(url, 'GET', signal));
  return true;
}

/** Waits until the temporary image of a direct upload is served; throws where it was refused, or is still pending after a minute and a half. */
export async function waitUntilServed(
  url: string,
  { signal }: Pick<RetryOptions, 'signal'> = {},
): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  for (let waited = 0; waited < PATIENCE_MS; waited += pause) {
    if (await withRetries(() => isServed(url, signal), { signal })) return;
    await sleep(pause, signal);
    pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS);
  }
  successful(await ask(url, 'GET', signal));
}
