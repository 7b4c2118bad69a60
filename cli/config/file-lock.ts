import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 50;
/** Work under the lock takes a second: an older lock belongs to a killed process. */
const STALE_MS = 20_000;

async function take(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const age = await stat(path)
      .then(({ mtimeMs }) => Date.now() - mtimeMs)
      .catch(() => 0);
    if (age > STALE_MS) await rm(path, { force: true });
    return false;
  }
}

/** Runs while no other process does under the same path. */
export async function whileLocked<T>(path: string, run: () => Promise<T>): Promise<T> {
  while (!(await take(path))) await sleep(PAUSE_MS);
  try {
    return await run();
  } finally {
    await rm(path, { force: true });
  }
}
