import { dirname, join } from 'node:path';
import type { ObjectArchive } from '../../../core/ports/images/object-archive.ts';
import { hasCode } from '../disk/disk-faults.ts';
import { createFolderFiles, syncFolder } from '../disk/folder-files.ts';
import { PlantedEntryError } from '../disk/regular-file.ts';
import { digestFile } from './digest-file.ts';
import { listObjectKeys } from './list-objects.ts';
import { createVerifiedPlacer, type Placed } from './place-verified.ts';

/** A link in place of a folder, and a folder in place of a file. */
function isBlocked(error: unknown): boolean {
  return error instanceof PlantedEntryError || hasCode(error, 'EISDIR', 'ENOTEMPTY', 'EEXIST');
}

/**
 * The objects of a data folder, as its service opens them; files that are being stored are below
 * `incoming`. A link is never followed, also where something is stored or removed.
 */
export function createFolderArchive(root: string, incoming: string): ObjectArchive {
  const files = createFolderFiles(root);
  const parts = createFolderFiles(incoming);
  const placer = createVerifiedPlacer(incoming, true);
  const stat = (key: string) => files.stat(join(root, key));
  const place = async (...[source, target, expected]: Parameters<typeof placer.place>) => {
    await parts.makeFolder(incoming, false);
    await files.makeFolder(dirname(target), false);
    const placed: Placed = await placer.place(source, target, expected);
    await syncFolder(dirname(target));
    await syncFolder(dirname(dirname(target)));
    return placed === 'linked' ? 'copied' : placed;
  };
  return {
    keys: async function* () {
      yield* listObjectKeys(root);
    },
    source: (key) => ({ root, path: join(root, key) }),
    digest: (key) => digestFile({ root, path: join(root, key) }),
    size: async (key) => (await stat(key))?.size,
    // a hard link is a change of its file too
    changedAt: async (key) => (await stat(key))?.ctimeMs,
    store: (source, key, expected) =>
      place(source, join(root, key), expected).catch((error) => {
        if (isBlocked(error)) return 'blocked';
        throw error;
      }),
    remove: (key) => files.remove(join(root, key)),
  };
}
