import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { isMissing } from '../disk/disk-faults.ts';

/** Size and SHA-256 (lower-case hex) of a file's bytes. */
export interface FileDigest {
  readonly bytes: number;
  readonly sha256: string;
}

/** The digest that a file should have. */
export interface ExpectedDigest {
  readonly bytes?: number;
  readonly sha256: string;
}

const CHUNK_BYTES = 256 * 1024;

/** Reads a file to its end in small parts; undefined if it doesn't exist. */
export async function digestFile(path: string): Promise<FileDigest | undefined> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Whether a file has these bytes; their number may be unknown. */
export function isSame(found: FileDigest | undefined, expected: ExpectedDigest): boolean {
  const { bytes = found?.bytes, sha256 } = expected;
  return found?.bytes === bytes && found?.sha256 === sha256;
}
