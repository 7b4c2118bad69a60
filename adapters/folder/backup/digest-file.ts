import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { dirname } from 'node:path';
import type {
  Digest,
  ExpectedDigest,
  StoredFile,
} from '../../../core/ports/images/object-archive.ts';
import { createFolderFiles } from '../disk/folder-files.ts';

const CHUNK_BYTES = 256 * 1024;

/** A file in a folder that may be a link itself, as the operator chose it. */
export function fileIn(path: string): StoredFile {
  return { root: dirname(path), path };
}

/**
 * Reads a file to its end in small parts, opened as the service opens it. Undefined if the service
 * wouldn't: it is missing, a link or below one, or no file.
 */
export async function digestFile({ root, path }: StoredFile): Promise<Digest | undefined> {
  const opened = await createFolderFiles(root).openFile(path);
  if (!opened) return undefined;
  const hash = createHash('sha256');
  let bytes = 0;
  const parts = createReadStream('', { fd: opened.file, highWaterMark: CHUNK_BYTES });
  for await (const chunk of parts) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Whether a file has these bytes; their number may be unknown. */
export function isSame(found: Digest | undefined, expected: ExpectedDigest): boolean {
  const { bytes = found?.bytes, sha256 } = expected;
  return found?.bytes === bytes && found?.sha256 === sha256;
}
