import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { zipFiles } from './zip-files.ts';

/** The part of a layer's folder that Lambda reads. */
const CONTENT = 'nodejs';

/** The files that Lambda reads of a layer's folder, as a zip, with their modes. */
export function zipLayer(folder: string): Uint8Array {
  const paths = globSync(`${CONTENT}/**`, { cwd: folder });
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return zipFiles(
    files.map((path) => ({
      name: path.replaceAll('\\', '/'),
      body: readFileSync(join(folder, path)),
      mode: statSync(join(folder, path)).mode,
    })),
  );
}
