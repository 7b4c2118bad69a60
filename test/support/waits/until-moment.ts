import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 50;

/** Waits until the clock of this machine, which a process beside it reads too, has passed a moment. */
export async function untilMoment(endsAtMs: number): Promise<void> {
  while (Date.now() <= endsAtMs) await sleep(LOOK_MS);
}
