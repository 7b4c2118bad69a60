import { vi } from 'vitest';

/** Lets a call that pauses between its tries come to its end, without waiting for it. */
export async function settle<T>(call: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [settled] = await Promise.all([Promise.allSettled([call]), vi.runAllTimersAsync()]);
  return settled[0];
}
