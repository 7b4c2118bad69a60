import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../disk/disk-faults.ts';

/** The folder of incomplete objects, which have no key yet. */
const INCOMING = '.incoming';

/** It was removed since it was listed. */
function unlessMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined;
  throw error;
}

/**
 * The keys of all files below a folder of objects, one after another: no list of them is held. A
 * link is answered by its name and never followed; a root that is one has no keys.
 */
export async function* listObjectKeys(root: string, below = ''): AsyncGenerator<string> {
  const path = join(root, below);
  const found = await lstat(path).catch(unlessMissing);
  if (!found?.isDirectory()) return;
  const folder = await opendir(path).catch(unlessMissing);
  if (!folder) return;
  for await (const entry of folder) {
    if (below === '' && entry.name === INCOMING) continue;
    const key = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* listObjectKeys(root, key);
    else yield key;
  }
}
