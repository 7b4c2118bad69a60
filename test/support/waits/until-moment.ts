import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;

/** Waits until the clock of this machine has passed a moment, for other processes too. */
export async function untilMoment(endsAtMs: number): Promise<void> {
  while (Date.now() <= endsAtMs) await sleep(POLL_MS);
}
