import { lstat, opendir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { RENDITIONS_PREFIX } from '../../core/images/object-keys.ts';
import { isMissing } from './disk/disk-faults.ts';

/**
 * Removes stored renditions of images until this number of bytes of the disk is free, or none is
 * left; answers their number. They are made again when requested. Only while no other process
 * writes.
 */
export async function dropRenditions(root: string, bytes: number): Promise<number> {
  let dropped = 0;
  try {
    const folder = await opendir(join(root, RENDITIONS_PREFIX), { recursive: true });
    for await (const entry of folder) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const { size } = await lstat(path);
      await unlink(path);
      dropped += size;
      if (dropped >= bytes) break;
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return dropped;
}
