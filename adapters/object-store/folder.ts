import { randomUUID } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import {
  copyFile,
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  unlink,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkObjectKey } from '../../core/images/object-keys.ts';
import type { ObjectStore, StoredObject } from '../../core/ports.ts';

const INCOMING = '.incoming';
/** What file systems say that know no second names. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EXDEV', 'EMLINK', 'ENOSYS'];
const CHUNK_BYTES = 256 * 1024;

function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Missing names, and a file where a folder should be: nothing is stored there. */
function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR');
}

/** Makes the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Makes a folder and every missing one above it, each durable in the one that holds it. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made));
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

/** The first chunk is read at once, so that a file handle is open only while a large body is being read. */
async function openBody(file: FileHandle, bytes: number): Promise<StoredObject['body']> {
  if (bytes > CHUNK_BYTES) return readChunks(file, bytes);
  const chunks: Uint8Array[] = [];
  for await (const chunk of readChunks(file, bytes)) chunks.push(chunk);
  return (async function* () {
    yield* chunks;
  })();
}

/** A file's bytes; undefined where there is none. */
export async function openFile(path: string): Promise<StoredObject | undefined> {
  let file: FileHandle;
  try {
    // a link planted in the folder is never followed
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (isMissing(error) || hasCode(error, 'ELOOP')) return undefined;
    throw error;
  }
  const stat = await file.stat();
  if (!stat.isFile()) {
    await file.close();
    return undefined;
  }
  return { bytes: stat.size, body: await openBody(file, stat.size) };
}

/** Removes a file for good; one that isn't there is no error. */
export async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
    await syncFolder(dirname(path));
  } catch (error) {
    if (!isMissing(error) && !hasCode(error, 'EISDIR', 'EPERM')) throw error;
  }
}

async function listFolder(path: string): Promise<Dirent[]> {
  try {
    if ((await lstat(path)).isSymbolicLink()) return [];
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Removes what is below a folder and then the folder; links are removed, never followed. */
async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await syncFolder(dirname(path)).catch((error) => {
    if (!isMissing(error)) throw error;
  });
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Gives a file its name unless that is taken: a second name by `link`, which never replaces one, and a rename where there are none. */
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

/** Objects as files below a folder, their keys as paths; a key that could lead out of it throws. */
export function createFolderObjectStore(root: string): ObjectStore {
  const pathOf = (key: string) => {
    checkObjectKey(key);
    return join(root, key);
  };
  /** Makes a file appear under its key whole, or not at all. */
  const place = async (
    key: string,
    write: (temporary: string) => Promise<void>,
    move: (from: string, to: string) => Promise<unknown> = rename,
  ) => {
    const path = pathOf(key);
    const temporary = join(root, INCOMING, randomUUID());
    await makeFolder(join(root, INCOMING));
    await write(temporary);
    await makeFolder(dirname(path));
    await move(temporary, path);
    // POSIX: renaming one name of a file onto another of its names does nothing at all
    await rm(temporary, { force: true });
    await syncFolder(dirname(path));
  };
  return {
    put: (key, bytes) => place(key, (temporary) => writeDurably(temporary, bytes)),
    putNew: async (key, bytes) => {
      let isNew = false;
      const write = (temporary: string) => writeDurably(temporary, bytes);
      await place(key, write, async (from, to) => {
        isNew = await moveToFree(from, to);
      });
      return isNew;
    },
    get: (key) => openFile(pathOf(key)),
    copy: async (from, to) => {
      const source = pathOf(from);
      const stat = await lstat(source).catch((error) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      if (!stat?.isFile()) return false;
      try {
        await place(to, (temporary) => linkOrCopy(source, temporary));
        return true;
      } catch (error) {
        if (isMissing(error)) return false; // removed since
        throw error;
      }
    },
    remove: (key) => removeFile(pathOf(key)),
    removeAll: async (prefix) => {
      const path = pathOf(prefix);
      if (prefix.endsWith('/')) return removeFolder(path);
      const start = path.slice(dirname(path).length + 1);
      for (const { name } of await listFolder(dirname(path))) {
        if (name.startsWith(start)) await removeFolder(join(dirname(path), name));
      }
    },
  };
}

/** Files are never written to again once they are placed, so that a second name is as good as a copy. */
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

/** Removes what a killed process left half written; only while no other process writes. */
export async function removeStaleObjects(root: string): Promise<void> {
  await rm(join(root, INCOMING), { recursive: true, force: true });
}
