import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Locks that the kernel lets go when their process dies, by way of SQLite's file locks in rollback-journal mode. */
export interface HeldLock {
  release(): void;
}

export const ORPHAN_WAIT_MS = 20_000;
const RETRY_MS = 100;

export function functionsLockPath(dataDir: string): string {
  return join(dataDir, 'functions.lock');
}

/** Another living service has the folder, or its orphans don't end. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError';
}

function isBusy(error: unknown): boolean {
  return (error as { errcode?: number }).errcode === 5; // SQLITE_BUSY
}

function tryLock(path: string, statement: string): HeldLock | undefined {
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    db.exec('PRAGMA journal_mode = DELETE');
    db.exec(statement);
    return { release: () => db.close() };
  } catch (error) {
    db.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** A function process's share of the folder, held until the process ends. */
export function holdSharedLock(path: string): HeldLock {
  const db = new DatabaseSync(path, { timeout: ORPHAN_WAIT_MS });
  db.exec('BEGIN; SELECT * FROM sqlite_master');
  return { release: () => db.close() };
}

async function waitForOrphans(dataDir: string, waitMs: number): Promise<void> {
  const end = Date.now() + waitMs;
  for (;;) {
    const all = tryLock(functionsLockPath(dataDir), 'BEGIN EXCLUSIVE');
    if (all) return all.release();
    if (Date.now() >= end) {
      throw new FolderInUseError(`function processes of a killed service still use ${dataDir}`);
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** Takes the folder for this process; throws FolderInUseError at once where its owner lives (CONTRACT C1.6). */
export async function lockDataFolder(dataDir: string, waitMs = ORPHAN_WAIT_MS): Promise<HeldLock> {
  const owner = tryLock(join(dataDir, 'owner.lock'), 'BEGIN EXCLUSIVE');
  if (!owner) throw new FolderInUseError(`another imagewell is running on ${dataDir}`);
  try {
    await waitForOrphans(dataDir, waitMs);
    return owner;
  } catch (error) {
    owner.release();
    throw error;
  }
}
