import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Digest, ExpectedDigest } from '../../../core/ports/images/object-archive.ts';
import { isMissing } from '../disk/disk-faults.ts';

const CHUNK_BYTES = 256 * 1024;

/** Reads a file to its end in small parts; undefined if it doesn't exist. */
export async function digestFile(path: string): Promise<Digest | undefined> {
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
export function isSame(found: Digest | undefined, expected: ExpectedDigest): boolean {
  const { bytes = found?.bytes, sha256 } = expected;
  return found?.bytes === bytes && found?.sha256 === sha256;
}
