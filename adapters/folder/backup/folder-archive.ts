import { lstat, mkdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ObjectArchive } from '../../../core/ports/images/object-archive.ts';
import { isMissing } from '../disk/disk-faults.ts';
import { syncFolder } from '../disk/folder-files.ts';
import { digestFile } from './digest-file.ts';
import { listObjectKeys } from './list-objects.ts';
import { createProvenPlacer } from './place-proven.ts';

async function unlessMissing<T>(act: Promise<T>): Promise<T | undefined> {
  try {
    return await act;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The objects of a data folder; files that are being stored are below `incoming`. */
export function createFolderArchive(root: string, incoming: string): ObjectArchive {
  const placer = createProvenPlacer(incoming, true);
  const stat = (key: string) => unlessMissing(lstat(join(root, key)));
  return {
    keys: () => listObjectKeys(root),
    source: (key) => join(root, key),
    digest: (key) => digestFile(join(root, key)),
    size: async (key) => (await stat(key))?.size,
    // a hard link is a change of its file too
    changedAt: async (key) => (await stat(key))?.ctimeMs,
    store: async (source, key, expected) => {
      const target = join(root, key);
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      const placed = await placer.place(source, target, expected);
      await syncFolder(dirname(target));
      await syncFolder(dirname(dirname(target)));
      return placed === 'linked' ? 'copied' : placed;
    },
    remove: async (key) => {
      await unlessMissing(unlink(join(root, key)));
      await unlessMissing(syncFolder(dirname(join(root, key))));
    },
  };
}
