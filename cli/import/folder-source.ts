import { openAsBlob } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, parse, relative, sep } from 'node:path';
import type { ImportItem, ImportSource } from './import-source.ts';

const IMAGE = /\.(jpe?g|png|webp|gif|avif)$/i;

/** The columns of a path, whose parts are separated by `/`. */
export function pathColumns(path: string): Record<string, string> {
  const { dir, base, name, ext } = parse(path);
  return { path, folder: dir, file: base, name, extension: ext.slice(1) };
}

async function* walk(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile() && IMAGE.test(entry.name)) yield path;
  }
}

/**
 * The images of a folder and of all folders in it, by their extension. Links are not followed.
 */
export function folderSource(folder: string): ImportSource {
  return {
    place: folder,
    async *items(): AsyncGenerator<ImportItem> {
      for await (const path of walk(folder)) {
        const key = relative(folder, path).split(sep).join('/');
        const columns = pathColumns(key);
        yield {
          key,
          address: key,
          name: columns.file ?? key,
          size: (await stat(path)).size,
          columns,
          open: () => openAsBlob(path),
        };
      }
    },
  };
}
