import { ImagewellError } from './imagewell-error.ts';
import { problemOf, type Reply } from './reply.ts';
import { fetchReply } from './send.ts';
import { sleep } from './sleep.ts';
import { type RetryOptions, withRetries } from './with-retries.ts';

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 3_000;
/** Several times the validation time of the largest image, as it may wait in a queue. */
const PATIENCE_MS = 90_000;
const REFUSED = 'The uploaded image was rejected. Save it to get the reason.';

function ask(url: string, method: 'HEAD' | 'GET', signal: AbortSignal | undefined): Promise<Reply> {
  // the browser's cache would keep "pending" for its whole lifetime
  return fetchReply(url, { method, cache: 'no-store', signal });
}

/** Throws the reason for a missing image, which HEAD lacks; returns if it has arrived. */
async function throwProblem(url: string, signal: AbortSignal | undefined): Promise<void> {
  const reply = await ask(url, 'GET', signal);
  if (reply.status < 300) return;
  const { code, status, problem, ...rest } = problemOf(reply);
  // delivery answers a plain 404 for a refused image
  const detail = status === 404 ? REFUSED : rest.detail;
  throw new ImagewellError({ code, status, detail, problem });
}

async function isServed(url: string, signal: AbortSignal | undefined): Promise<boolean> {
  const { status } = await ask(url, 'HEAD', signal); // costs no image
  if (status === 409 || status === 429 || status >= 500) return false;
  if (status >= 400) await throwProblem(url, signal);
  return true;
}

/** Waits until a direct upload is served; throws if it is rejected or pending for 90 seconds. */
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
  await throwProblem(url, signal);
}
