import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
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

/** A lock that this process has, or the ID of the process that has it. */
export type HeldLock = { release(): Promise<void> } | { readonly heldBy: string };

const held = new Set<string>();

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process that wrote a lock may live; of another computer that is unknown. */
function mayLive(path: string, pid: string, host: string): boolean {
  if (host !== hostname()) return true;
  // in a container each start has the same ID
  return Number(pid) === process.pid ? held.has(path) : Number(pid) > 0 && isAlive(Number(pid));
}

/**
 * Takes a lock for hours, without waiting. A killed process on this computer leaves none behind;
 * the lock of another computer stays until its file is deleted.
 */
export async function holdLock(path: string): Promise<HeldLock> {
  return whileLocked(`${path}.taking`, async () => {
    const holder = (await readFile(path, 'utf8').catch(() => '')).trim();
    const [pid = '', host = hostname()] = holder.split(' ');
    if (holder !== '' && mayLive(path, pid, host)) {
      return { heldBy: host === hostname() ? pid : `${pid} on ${host}` };
    }
    await writeFile(path, `${process.pid} ${hostname()}`, { mode: 0o600 });
    held.add(path);
    return {
      release: async () => {
        held.delete(path);
        await rm(path, { force: true });
      },
    };
  });
}
