import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePrivateFile } from '../../adapters/sqlite/database/private-file.ts';

const POLL_MS = 25;
/** Of a parent killed this very moment the kernel may not have released the lock yet. */
const DYING_OWNER_MS = 250;
/** How long a start waits for the functions of a dead parent (local.single-owner). */
const ORPHANS_MS = 20_000;
const SQLITE_BUSY = 5;

/**
 * A lock that is let go with its process, at the latest. Keep it: one that is collected as garbage
 * is let go too.
 */
export interface HeldLock {
  release(): void;
}

/** Another living service has the folder, or the function processes of a dead one don't end. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError';
}

function isBusy(error: unknown): boolean {
  return (error as { errcode?: number }).errcode === SQLITE_BUSY;
}

/**
 * An open transaction on a file that is never written. In rollback-journal mode it holds the file's
 * lock, which the kernel releases with the process (SQLite, "File Locking And Concurrency", section
 * 3).
 */
function tryLock(path: string, begin: string): DatabaseSync | undefined {
  makePrivateFile(path);
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    // an exclusive transaction begins its journal, for which a full disk has no room
    db.exec('PRAGMA journal_mode = MEMORY');
    db.exec(begin);
    return db;
  } catch (error) {
    db.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

async function lockWithin(
  path: string,
  begin: string,
  waitMs: number,
): Promise<DatabaseSync | undefined> {
  const end = performance.now() + waitMs;
  for (;;) {
    const db = tryLock(path, begin);
    if (db || performance.now() >= end) return db;
    await sleep(POLL_MS);
  }
}

/** Locks its own file for this process; undefined while another process has it. */
export async function lockFile(path: string): Promise<HeldLock | undefined> {
  const db = await lockWithin(path, 'BEGIN EXCLUSIVE', DYING_OWNER_MS);
  return db && { release: () => db.close() };
}

const OWNER_LOCK = 'owner.lock';
const FUNCTIONS_LOCK = 'functions.lock';

/** The names of the files by which a data folder is locked: one that has no others is empty. */
export const LOCK_NAMES: readonly string[] = [OWNER_LOCK, FUNCTIONS_LOCK];

function ownerPath(dataDir: string): string {
  return join(dataDir, OWNER_LOCK);
}
function functionsPath(dataDir: string): string {
  return join(dataDir, FUNCTIONS_LOCK);
}

/**
 * Makes this process the one owner of a data folder (local.single-owner). Throws immediately if a
 * living process owns it, and waits for the function processes of a killed one.
 */
export async function lockDataFolder(
  dataDir: string,
  { orphansMs = ORPHANS_MS }: { readonly orphansMs?: number } = {},
): Promise<HeldLock> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const owner = await lockWithin(ownerPath(dataDir), 'BEGIN EXCLUSIVE', DYING_OWNER_MS);
  if (!owner) {
    throw new FolderInUseError(`${dataDir} is in use by another running imagewell; stop it first.`);
  }
  const functions = await lockWithin(functionsPath(dataDir), 'BEGIN EXCLUSIVE', orphansMs);
  if (!functions) {
    owner.close();
    throw new FolderInUseError(
      `${dataDir} is still in use by function processes of a killed imagewell; end them first.`,
    );
  }
  functions.close(); // from here on our own function processes share it
  return { release: () => owner.close() };
}

/**
 * Holds the function processes' shared lock of a data folder until it is released or the process
 * ends.
 */
export async function shareDataFolder(dataDir: string): Promise<HeldLock> {
  const begin = 'BEGIN; SELECT count(*) FROM sqlite_schema';
  const db = await lockWithin(functionsPath(dataDir), begin, DYING_OWNER_MS);
  if (!db) throw new FolderInUseError(`${dataDir} is being opened by another imagewell; retry.`);
  return { release: () => db.close() };
}
