import { type Dir, lstatSync, opendirSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '../disk/disk-faults.ts';

/** The folder of incomplete objects, which have no key yet. */
const INCOMING = '.incoming';

/** Undefined for a link, a file, and a folder that was removed since it was listed. */
function openFolder(path: string): Dir | undefined {
  try {
    return lstatSync(path).isDirectory() ? opendirSync(path) : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * The keys of all files below a folder of objects, one after another: no list of them is held. A
 * link is answered by its name and never followed; a root that is one has no keys. Most folders
 * have one file, so each is read without a way through Node's pool of threads.
 */
export function* listObjectKeys(root: string, below = ''): Generator<string> {
  const folder = openFolder(join(root, below));
  if (!folder) return;
  try {
    for (let entry = folder.readSync(); entry; entry = folder.readSync()) {
      if (below === '' && entry.name === INCOMING) continue;
      const key = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) yield* listObjectKeys(root, key);
      else yield key;
    }
  } finally {
    folder.closeSync();
  }
}
