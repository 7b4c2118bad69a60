/** What CloudFront says where the same call may be taken a little later (Amazon CloudFront API reference, "CreateInvalidation" and "Common errors"). */
const PASSING = new Set([
  'TooManyInvalidationsInProgress',
  'Throttling',
  'ThrottlingException',
  'ServiceUnavailable',
  'InternalFailure',
]);
const FIRST_WAIT_MS = 1_000;
/** With the rest of a purge well within the worker's timeout; after that its queue delivers it again. */
const PATIENCE_MS = 20_000;

export type Pause = (ms: number) => Promise<void>;

/** Calls until CloudFront takes it, with pauses that double; rejects after some 15 s, or at once where waiting doesn't help. */
export async function untilAccepted<T>(call: () => Promise<T>, pause: Pause): Promise<T> {
  for (let wait = FIRST_WAIT_MS, waited = 0; ; wait *= 2) {
    try {
      return await call();
    } catch (error) {
      waited += wait;
      if (!PASSING.has((error as Error).name) || waited > PATIENCE_MS) throw error;
      await pause(wait);
    }
  }
}
