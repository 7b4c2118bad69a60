import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, link, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExpectedDigest, ObjectSource } from '../../../core/ports/images/object-archive.ts';
import { hasCode, isMissing } from '../disk/disk-faults.ts';
import { createFolderFiles } from '../disk/folder-files.ts';
import { removeLeft } from '../disk/remove-left.ts';
import { digestFile, isSame } from './digest-file.ts';

/** The result of placing one file. */
export type Placed = 'linked' | 'copied' | 'missing' | 'damaged';

/** File systems without hard links, and other ones than the source's. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EXDEV', 'EMLINK', 'ENOSYS'];

export interface VerifiedPlacer {
  /**
   * Makes a file of these bytes appear at `target`, or nothing. It has its name only after its
   * checksum was right, and its bytes are on disk then. Its folder must exist; the caller syncs it.
   */
  place(source: ObjectSource, target: string, expected: ExpectedDigest): Promise<Placed>;
}

async function copyDurably(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await chmod(target, 0o600);
  const file = await open(target, 'r+');
  await file.sync().finally(() => file.close());
}

/** A body is read in its parts, as fast as the disk takes them. */
async function writeBodyDurably(body: AsyncIterable<Uint8Array>, target: string): Promise<void> {
  const file = await open(target, 'wx', 0o600);
  try {
    for await (const chunk of body) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Places files by a hard link where the file system lets it, else by a copy. Stored files are never
 * changed, so both are as good; `mustCopy` makes copies, which outlive a damaged block of the
 * source. Bodies of other stores are copied. Unplaced files are below `incoming`.
 */
export function createVerifiedPlacer(incoming: string, mustCopy: boolean): VerifiedPlacer {
  let hasLinks = !mustCopy;
  const bring = async (source: ObjectSource, target: string): Promise<Placed> => {
    if (typeof source === 'function') {
      const body = await source();
      if (!body) return 'missing';
      await writeBodyDurably(body, target);
      return 'copied';
    }
    // a hard link of a symbolic link is one, too
    if (!(await createFolderFiles(source.root).stat(source.path))) return 'missing';
    if (hasLinks) {
      try {
        await link(source.path, target);
        return 'linked';
      } catch (error) {
        if (!hasCode(error, ...NO_LINKS)) throw error;
        if (!hasCode(error, 'EMLINK')) hasLinks = false;
      }
    }
    await copyDurably(source.path, target);
    return 'copied';
  };
  return {
    place: async (source, target, expected) => {
      const temporary = join(incoming, randomUUID());
      try {
        const way = await bring(source, temporary);
        if (way === 'missing') return way;
        if (!isSame(await digestFile({ root: incoming, path: temporary }), expected))
          return 'damaged';
        await rename(temporary, target);
        return way;
      } catch (error) {
        if (isMissing(error)) return 'missing';
        throw error;
      } finally {
        await removeLeft(temporary);
      }
    },
  };
}
