import { openAsBlob } from 'node:fs';
import { lstat, stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { typeOfName } from '../../client/src/file-type.ts';
import { MAX_IMAGE_BYTES, tooLarge } from '../fetch/fetch-image.ts';
import { SourceFault } from '../fetch/source-fault.ts';
import { fileVersion } from '../journal/image-line.ts';
import { pathWithin } from '../upload/file-paths.ts';
import {
  countSkipped,
  hasImageBytes,
  nameSkipped,
  reasonNotToRead,
  type Walk,
  walkFolder,
} from '../upload/walk-folder.ts';
import type { ImportItem, ImportSource } from './import-source.ts';

/** Whether a name says that it is an image. */
export const isImageName = (name: string) => typeOfName(name) !== undefined;

/** The columns of a path, whose parts are separated by `/`. */
export function pathColumns(path: string): Record<string, string> {
  const { dir, base, name, ext } = posix.parse(path);
  return { path, folder: dir, file: base, name, extension: ext.slice(1) };
}

/**
 * A file as bytes that are read when they are used. Throws a SourceFault, also for a link, a pipe
 * or a device, which is never opened.
 */
export async function openFile(path: string, key: string): Promise<Blob> {
  try {
    const found = await lstat(path);
    if (!found.isFile()) {
      const reason = reasonNotToRead(found) ?? 'it is a folder';
      throw new SourceFault('not_a_file', `${key} is not read: ${reason}.`);
    }
    const bytes = await openAsBlob(path);
    if (bytes.size > MAX_IMAGE_BYTES) throw tooLarge(key);
    return bytes;
  } catch (error) {
    if (error instanceof SourceFault) throw error;
    const { code = 'not_readable', message } = error as NodeJS.ErrnoException;
    throw new SourceFault(code, message);
  }
}

async function itemOf(folder: string, path: string): Promise<ImportItem> {
  const key = pathWithin(folder, path);
  const columns = pathColumns(key);
  const found = await stat(path).catch(() => undefined); // gone: it fails when it is opened
  return {
    key,
    address: key,
    name: columns.file ?? key,
    ...(found ? { size: found.size, version: fileVersion(found) } : {}),
    columns,
    open: () => openFile(path, key),
  };
}

/**
 * The images of a folder and of all folders in it, by their name or else by their first bytes.
 * Links are not followed, and hidden files are left out.
 */
export function folderSource(
  folder: string,
  { readFolder }: Pick<Walk, 'readFolder'> = {},
): ImportSource {
  let found = countSkipped();
  return {
    place: folder,
    async *items(signal) {
      found = countSkipped();
      const isImageFile = async (path: string) => isImageName(path) || hasImageBytes(path);
      const walk: Walk = { ...found.listener, isImageFile, ...(readFolder ? { readFolder } : {}) };
      for await (const path of walkFolder(folder, walk)) {
        signal.throwIfAborted();
        yield await itemOf(folder, path);
      }
    },
    leftOut: () => ({
      skipped: found.counts,
      unreadable: found.unreadable,
      warnings: nameSkipped(found, (path) => pathWithin(folder, path)),
    }),
  };
}
