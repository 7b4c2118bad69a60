import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath, unlink } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredObject } from '../../../core/ports/images/object-store.ts';
import { hasCode, isMissing } from './disk-faults.ts';

/**
 * Files below a root, in folders that are made here; a planted symbolic link among them is never
 * followed, at any level.
 */
export interface FolderFiles {
  /** A file's bytes; undefined if it doesn't exist, or is a link or below one. */
  open(path: string): Promise<StoredObject | undefined>;
  /** Removes a file durably; a missing one is no error. */
  remove(path: string): Promise<void>;
  /**
   * Makes a folder and every missing one above it, each durable in its parent if `isDurable`;
   * throws if one of them is a link.
   */
  makeFolder(path: string, isDurable: boolean): Promise<void>;
  /** Whether the folder exists, and neither it nor one above it up to the root itself is a link. */
  isInPlace(folder: string): Promise<boolean>;
}

const CHUNK_BYTES = 1024 * 1024;
/**
 * Handles become free as other requests end: a read gives up after this number of attempts, each a
 * little later.
 */
const OPEN_TRIES = 6;
const FIRST_WAIT_MS = 20;

/** Makes the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Writes a new file, durable when this resolves; only its owner may read it. */
export async function writeDurably(path: string, bytes: Uint8Array | string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function* readChunks(file: FileHandle, bytes: number): AsyncGenerator<Uint8Array> {
  try {
    for (let at = 0; at < bytes; ) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, bytes - at));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
      if (bytesRead === 0) throw new Error('a stored file is shorter than it was when opened');
      at += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/**
 * The first chunk is read immediately, so that a file handle is open only while a large body is
 * being read.
 */
async function openBody(file: FileHandle, bytes: number): Promise<StoredObject['body']> {
  if (bytes > CHUNK_BYTES) return readChunks(file, bytes);
  const chunks: Uint8Array[] = [];
  for await (const chunk of readChunks(file, bytes)) chunks.push(chunk);
  return (async function* () {
    yield* chunks;
  })();
}

/** Undefined if the file doesn't exist, or is a link. */
async function openToRead(path: string, triesLeft = OPEN_TRIES): Promise<FileHandle | undefined> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (isMissing(error) || hasCode(error, 'ELOOP')) return undefined;
    if (triesLeft <= 1 || !hasCode(error, 'EMFILE', 'ENFILE')) throw error;
  }
  await sleep(FIRST_WAIT_MS * 2 ** (OPEN_TRIES - triesLeft));
  return openToRead(path, triesLeft - 1);
}

/**
 * The files below a root. Folders above the root may be links: the root is the operator's choice.
 */
export function createFolderFiles(root: string): FolderFiles {
  const isInPlace = async (folder: string) => {
    try {
      const above = await realpath(dirname(root));
      return (await realpath(folder)) === join(above, basename(root), relative(root, folder));
    } catch (error) {
      if (isMissing(error) || hasCode(error, 'ELOOP')) return false;
      throw error;
    }
  };
  const makeOne = async (folder: string, isDurable: boolean) => {
    try {
      await mkdir(folder, { mode: 0o700 });
      if (isDurable) await syncFolder(dirname(folder));
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
      const found = await lstat(folder);
      if (!found.isDirectory()) throw new Error(`${folder} is not a folder of this service`);
    }
  };
  return {
    isInPlace,
    open: async (path) => {
      const file = await openToRead(path);
      if (!file) return undefined;
      const stat = await file.stat();
      // after the opening: this sees a folder that was replaced by a link before
      if (stat.isFile() && (await isInPlace(dirname(path)))) {
        return { bytes: stat.size, body: await openBody(file, stat.size) };
      }
      await file.close();
      return undefined;
    },
    remove: async (path) => {
      if (!(await isInPlace(dirname(path)))) return;
      try {
        await unlink(path);
        await syncFolder(dirname(path));
      } catch (error) {
        if (!isMissing(error) && !hasCode(error, 'EISDIR', 'EPERM')) throw error;
      }
    },
    makeFolder: async (path, isDurable) => {
      if (await isInPlace(path)) return;
      await makeOne(root, isDurable);
      const names = relative(root, path).split(sep).filter(Boolean);
      for (const at of names.keys())
        await makeOne(join(root, ...names.slice(0, at + 1)), isDurable);
    },
  };
}
