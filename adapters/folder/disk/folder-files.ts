import {
  closeSync,
  constants,
  read as readByCallback,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { type FileHandle, lstat, mkdir, open, rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { LIMITS } from '../../../core/foundation/limits.ts';
import { bodyOf } from '../../../core/images/body-of.ts';
import type { StoredObject } from '../../../core/ports/images/object-store.ts';
import { hasCode, isMissing } from './disk-faults.ts';
import { type OpenedFile, openRegularFile, PlantedEntryError } from './regular-file.ts';

/**
 * Files below a root, in folders that are made here; a planted symbolic link among them is never
 * followed, at any level.
 */
export interface FolderFiles {
  /** A file's bytes; undefined if it doesn't exist, or is a link or below one. */
  open(path: string): Promise<StoredObject | undefined>;
  /** The same, opened and not read yet. */
  openFile(path: string): Promise<OpenedFile | undefined>;
  /** The facts of a file that `open` opens; undefined for every other. */
  stat(path: string): Promise<Stats | undefined>;
  /** Removes a file durably; a missing one is no error. */
  remove(path: string): Promise<void>;
  /**
   * Makes a folder and every missing one above it, each durable in its parent if `isDurable`;
   * throws if one of them is a link.
   */
  makeFolder(path: string, isDurable: boolean): Promise<void>;
  /** Whether the folder exists, and neither it nor one above it up to the root itself is a link. */
  isInPlace(folder: string): boolean;
}

/**
 * A file of so many bytes is opened and read before the call returns. A host of functions has one
 * request at a time, and each way through Node's pool of threads costs more than such a read.
 */
const MAX_SYNC_BYTES = 1024 * 1024;
/** Pieces of a file above `maxReadAheadBytes`, which memory doesn't hold. */
const CHUNK_BYTES = 1024 * 1024;
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

/**
 * Makes the name of a new folder durable; otherwise the folder is removed, because whoever finds it
 * takes it for durable.
 */
async function syncNewFolder(folder: string): Promise<void> {
  try {
    await syncFolder(dirname(folder));
  } catch (error) {
    await rmdir(folder).catch(() => undefined); // another writer uses it by now
    throw error;
  }
}

const LINE_FEED = 10;
/** Size of a read from the end of a file of lines. */
const TAIL_BYTES = 64 * 1024;

/** The end of the last whole line of a file; 0 without one. */
async function endOfLines(file: FileHandle, size: number): Promise<number> {
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - (end === size ? 1 : TAIL_BYTES));
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
    const at = buffer.subarray(0, bytesRead).lastIndexOf(LINE_FEED);
    if (at >= 0) return start + at + 1;
    end = start;
  }
  return 0;
}

/** Removes half a line at the end of a file; returns the size that stays. */
async function dropHalfLine(file: FileHandle): Promise<number> {
  const { size } = await file.stat();
  const end = await endOfLines(file, size);
  if (end < size) await file.truncate(end);
  return end;
}

/**
 * Adds lines to a file that only its owner may read, durable when this resolves. An error leaves
 * the file as it was: half a line would corrupt the next. So half a line of a writer that was
 * killed is removed first; it was never acknowledged.
 */
export async function appendDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'a+', 0o600);
  try {
    const size = await dropHalfLine(file);
    try {
      await file.appendFile(text);
      await file.sync();
      if (size === 0) await syncFolder(dirname(path)); // it may be new
    } catch (error) {
      await file.truncate(size);
      throw error;
    }
  } finally {
    await file.close();
  }
}

const readLater = promisify(readByCallback);

/** So many bytes of a file from a place on, in a buffer that is the reader's alone. */
async function readPart(file: number, at: number, bytes: number): Promise<Uint8Array> {
  const part = Buffer.allocUnsafeSlow(bytes);
  for (let done = 0; done < bytes; ) {
    const left = bytes - done;
    const bytesRead =
      bytes <= MAX_SYNC_BYTES
        ? readSync(file, part, done, left, at + done)
        : (await readLater(file, part, done, left, at + done)).bytesRead;
    if (bytesRead === 0) throw new Error('a stored file is shorter than it was when opened');
    done += bytesRead;
  }
  return part;
}

async function* readChunks(file: number, bytes: number): AsyncGenerator<Uint8Array> {
  try {
    for (let at = 0; at < bytes; at += CHUNK_BYTES) {
      yield await readPart(file, at, Math.min(CHUNK_BYTES, bytes - at));
    }
  } finally {
    closeSync(file);
  }
}

/**
 * All that memory allows is read immediately and in one piece, which no reader has to join. So a
 * file stays open only while a larger body is being read.
 */
async function openBody(file: number, bytes: number): Promise<StoredObject['body']> {
  if (bytes > LIMITS.maxReadAheadBytes) return readChunks(file, bytes);
  try {
    return bodyOf(await readPart(file, 0, bytes));
  } finally {
    closeSync(file);
  }
}

function isBelow(root: string, folder: string): boolean {
  try {
    const above = realpathSync.native(dirname(root));
    const place = join(above, basename(root), relative(root, folder));
    return realpathSync.native(folder) === place;
  } catch (error) {
    if (isMissing(error) || hasCode(error, 'ELOOP')) return false;
    throw error;
  }
}

async function makeOne(folder: string, isDurable: boolean): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
    if (isDurable) await syncNewFolder(folder);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    const found = await lstat(folder);
    if (!found.isDirectory()) {
      throw new PlantedEntryError(`${folder} is not a folder of this service.`);
    }
  }
}

/**
 * The files below a root. Folders above the root may be links: the root is the operator's choice.
 */
export function createFolderFiles(root: string): FolderFiles {
  const isInPlace = (folder: string) => isBelow(root, folder);
  const openFile = async (path: string) => {
    const opened = await openRegularFile(path);
    if (!opened) return undefined;
    // after the opening: this sees a folder that was replaced by a link before
    let isHere = false;
    try {
      isHere = isInPlace(dirname(path));
    } finally {
      if (!isHere) closeSync(opened.file);
    }
    return isHere ? opened : undefined;
  };
  return {
    isInPlace,
    openFile,
    open: async (path) => {
      const opened = await openFile(path);
      if (!opened) return undefined;
      const bytes = opened.stat.size;
      return { bytes, body: await openBody(opened.file, bytes) };
    },
    stat: async (path) => {
      const opened = await openFile(path);
      if (opened) closeSync(opened.file);
      return opened?.stat;
    },
    remove: async (path) => {
      if (!isInPlace(dirname(path))) return;
      try {
        await unlink(path);
      } catch (error) {
        if (hasCode(error, 'EISDIR', 'EPERM')) return;
        if (!isMissing(error)) throw error;
      }
      // of a missing one too: an earlier call may have failed between the two
      await syncFolder(dirname(path)).catch((error) => {
        if (!isMissing(error)) throw error;
      });
    },
    makeFolder: async (path, isDurable) => {
      if (isInPlace(path)) return;
      await makeOne(root, isDurable);
      const names = relative(root, path).split(sep).filter(Boolean);
      for (const at of names.keys())
        await makeOne(join(root, ...names.slice(0, at + 1)), isDurable);
    },
  };
}
