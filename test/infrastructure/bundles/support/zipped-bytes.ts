import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';

/**
 * A zip's local header and its entry in the central directory, without the names that stand in
 * both.
 */
const ENTRY_BYTES = 30 + 46;

/** The bytes of a folder's files in a zip, as it is uploaded. */
export function zippedBytes(folder: string): number {
  const files = globSync('**/*', { cwd: folder }).filter((file) =>
    statSync(join(folder, file)).isFile(),
  );
  const sizes = files.map(
    (file) =>
      deflateRawSync(readFileSync(join(folder, file))).length + ENTRY_BYTES + 2 * file.length,
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}
