import { createHash } from 'node:crypto';
import { closeSync, read as readByCallback } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type {
  Digest,
  ExpectedDigest,
  StoredFile,
} from '../../../core/ports/images/object-archive.ts';
import { createFolderFiles } from '../disk/folder-files.ts';
import type { OpenedFile } from '../disk/regular-file.ts';

const CHUNK_BYTES = 256 * 1024;
const readLater = promisify(readByCallback);
/**
 * Parts of files whose reads have ended: as many as were read at the same time. Made for each file
 * they were a third of the CPU of a backup, as garbage.
 */
const unused: Uint8Array[] = [];

/** A file in a folder that may be a link itself, as the operator chose it. */
export function fileIn(path: string): StoredFile {
  return { root: dirname(path), path };
}

async function digestOpened({ file, stat }: OpenedFile): Promise<Digest> {
  const part = unused.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for (;;) {
      const { bytesRead } = await readLater(file, part, 0, CHUNK_BYTES, null);
      hash.update(part.subarray(0, bytesRead));
      bytes += bytesRead;
      // a small file is read by one call
      if (bytesRead === 0 || (bytesRead < CHUNK_BYTES && bytes >= stat.size)) break;
    }
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    unused.push(part);
    closeSync(file);
  }
}

/**
 * Reads a file to its end in small parts, opened as the service opens it. Undefined if the service
 * wouldn't: it is missing, a link or below one, or no file.
 */
export async function digestFile({ root, path }: StoredFile): Promise<Digest | undefined> {
  const opened = await createFolderFiles(root).openFile(path);
  return opened && digestOpened(opened);
}

/** Whether a file has these bytes; their number may be unknown. */
export function isSame(found: Digest | undefined, expected: ExpectedDigest): boolean {
  const { bytes = found?.bytes, sha256 } = expected;
  return found?.bytes === bytes && found?.sha256 === sha256;
}
