import { LIMITS, STREAMING } from '../../core/foundation/limits.ts';

/** The clock of a wire. */
export interface WireClock {
  /** Milliseconds that never go back. */
  now(): number;
  wait(ms: number): Promise<void>;
}

/** The machine's own. */
export const WIRE_CLOCK: WireClock = {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/**
 * A body as a Function URL streams it at best (STREAMING): its start without a limit, the rest at
 * this number of bytes a second. Throws if the function's timeout, counted from `startedAt`, or the
 * bound of a streamed response aborts it.
 */
export async function* atLambdaPace(
  body: AsyncIterable<Uint8Array>,
  { now, wait }: WireClock,
  startedAt: number,
): AsyncGenerator<Uint8Array> {
  const endsAt = startedAt + LIMITS.deliveryFunctionMs;
  const begunAt = now();
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    const capped = Math.max(0, bytes - STREAMING.uncappedBytes);
    const dueAt = begunAt + (capped / STREAMING.bytesPerSecond) * 1000;
    if (dueAt > now()) await wait(dueAt - now());
    if (now() > endsAt || bytes > STREAMING.maxBytes)
      throw new Error('the response exceeds the time or the size that Lambda allows');
    yield piece;
  }
}
