import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../disk/disk-faults.ts';

/** The folder of incomplete objects, which have no key yet. */
const INCOMING = '.incoming';

/**
 * The keys of all files below a folder of objects, one after another: no list of them is held. A
 * link is answered by its name and never followed.
 */
export async function* listObjectKeys(root: string, below = ''): AsyncGenerator<string> {
  const folder = await opendir(join(root, below)).catch((error) => {
    if (isMissing(error)) return undefined; // removed since it was listed
    throw error;
  });
  if (!folder) return;
  for await (const entry of folder) {
    if (below === '' && entry.name === INCOMING) continue;
    const key = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* listObjectKeys(root, key);
    else yield key;
  }
}
