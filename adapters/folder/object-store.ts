import { randomUUID } from 'node:crypto';
import { constants, type Dirent, renameSync, writeFileSync } from 'node:fs';
import { copyFile, link, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkObjectKey, isRenditionObject } from '../../core/images/object-keys.ts';
import type { ObjectStore } from '../../core/ports/images/object-store.ts';
import { hasCode, isMissing, tellingFaults } from './disk/disk-faults.ts';
import {
  createFolderFiles,
  type FolderFiles,
  syncFolder,
  writeDurably,
} from './disk/folder-files.ts';
import { removeLeft } from './disk/remove-left.ts';
import { type DiskReserve, NO_RESERVE } from './disk/reserve.ts';

const INCOMING = '.incoming';
/** Errors of file systems without hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EXDEV', 'EMLINK', 'ENOSYS'];

async function listFolder(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Removes the contents of a folder and then the folder; links are removed, never followed. */
async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await syncFolder(dirname(path)).catch((error) => {
    if (!isMissing(error)) throw error;
  });
}

/**
 * Gives a file its name unless that exists. It uses `link`, which never replaces a name, or a
 * rename if the file system has no hard links.
 */
async function moveToFree(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    if (!hasCode(error, ...NO_LINKS)) throw error;
    if (await lstat(to).catch(() => undefined)) return false;
    await rename(from, to);
    return true;
  }
}

/** Each is awaited, and may be done when it returns. */
type Write = (temporary: string) => unknown;
type Move = (from: string, to: string) => unknown;

interface Place {
  readonly root: string;
  readonly path: string;
  /** Whether it waits until the disk has the file's name. */
  readonly isDurable: boolean;
}

/** Makes a complete file appear at a path below the root, or nothing. */
async function place(
  files: FolderFiles,
  { root, path, isDurable }: Place,
  write: Write,
  move: Move = rename,
): Promise<void> {
  const temporary = join(root, INCOMING, randomUUID());
  await files.makeFolder(join(root, INCOMING), isDurable);
  try {
    await write(temporary);
    await files.makeFolder(dirname(path), isDurable);
    await move(temporary, path);
  } finally {
    await removeLeft(temporary); // a full disk truncates it
  }
  if (isDurable) await syncFolder(dirname(path));
}

/**
 * A rendition can be made again: its bytes reach the disk when the system writes them there. A host
 * of functions has one request at a time, and a call costs less than its way through Node's pool.
 */
function writeSoon(path: string, bytes: Uint8Array): void {
  writeFileSync(path, bytes, { flag: 'wx', mode: 0o600 });
}

/** Removes the files whose paths start so: those in a folder, if the start ends with a slash. */
async function removeStarting(files: FolderFiles, start: string): Promise<void> {
  const path = start.replace(/\/$/, ''); // with it a link would be followed
  if (!files.isInPlace(dirname(path))) return;
  if (start.endsWith('/')) return removeFolder(path);
  const first = path.slice(dirname(path).length + 1);
  for (const { name } of await listFolder(dirname(path))) {
    if (name.startsWith(first)) await removeFolder(join(dirname(path), name));
  }
}

/**
 * Objects as files below a folder, their keys as paths; a key that could lead out of it throws.
 * Nothing is added while the reserve isn't whole.
 */
export function createFolderObjectStore(
  root: string,
  reserve: DiskReserve = NO_RESERVE,
): ObjectStore {
  const files = createFolderFiles(root);
  const pathOf = (key: string) => {
    checkObjectKey(key);
    return join(root, key);
  };
  const add = (key: string, write: Write, move?: Move) =>
    tellingFaults(async () => {
      const path = pathOf(key);
      reserve.requireWhole();
      await place(files, { root, path, isDurable: !isRenditionObject(key) }, write, move);
    });
  return {
    put: (key, bytes) =>
      isRenditionObject(key)
        ? add(key, (temporary) => writeSoon(temporary, bytes), renameSync)
        : add(key, (temporary) => writeDurably(temporary, bytes)),
    putNew: async (key, bytes) => {
      let isNew = false;
      const write = (temporary: string) => writeDurably(temporary, bytes);
      await add(key, write, async (from, to) => {
        isNew = await moveToFree(from, to);
      });
      return isNew;
    },
    get: (key) => tellingFaults(() => files.open(pathOf(key))),
    copy: async (from, to) => {
      const source = pathOf(from);
      if (!(await tellingFaults(() => isFile(files, source)))) return false;
      try {
        await add(to, (temporary) => linkOrCopy(source, temporary));
        return true;
      } catch (error) {
        if (isMissing(error)) return false; // removed since
        throw error;
      }
    },
    remove: (key) => tellingFaults(() => files.remove(pathOf(key))),
    removeAll: (prefix) => tellingFaults(() => removeStarting(files, pathOf(prefix))),
  };
}

async function isFile(files: FolderFiles, path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isFile() && files.isInPlace(dirname(path));
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Files are never changed once they are placed, so a hard link is as good as a copy. */
async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    if (!hasCode(error, ...NO_LINKS)) throw error;
    await copyFile(source, target, constants.COPYFILE_EXCL);
    const file = await open(target, 'r+');
    await file.sync().finally(() => file.close());
  }
}

/** Removes incomplete files of a killed process; only while no other process writes. */
export async function removeStaleObjects(root: string): Promise<void> {
  await rm(join(root, INCOMING), { recursive: true, force: true });
}
