import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type CacheLife, contentTypeOf, type SiteFile } from './site-file.ts';

/** The parts of the site that are built into a folder each. */
export type BuiltPart = 'console' | 'docs';

/** Their bundlers name these by content. */
const NAMED_BY_CONTENT: Readonly<Record<BuiltPart, RegExp>> = {
  console: /^assets\//,
  docs: /^(?:assets|_astro)\//,
};

/** The paths of the files below a folder, with forward slashes; none if the folder is missing. */
function listBelow(folder: string, path = ''): string[] {
  try {
    const entries = readdirSync(join(folder, path), { withFileTypes: true });
    return entries.flatMap((entry) => {
      const below = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) return listBelow(folder, below);
      return entry.isFile() ? [below] : []; // no link leads out of the folder
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** A file of a built part. Both throw ENOENT where it is gone. */
export interface BuiltFile {
  read(): SiteFile;
  /** Of its size and its last change: another one means other bytes. */
  stamp(): string;
}

/** The files of a built part, by key; each is read when it is asked for. */
export function listBuilt(folder: string, part: BuiltPart): Map<string, BuiltFile> {
  const paths = listBelow(folder);
  return new Map(
    paths.map((path) => {
      const key = `${part}/${path}`;
      const life: CacheLife = NAMED_BY_CONTENT[part].test(path) ? 'immutable' : 'revalidated';
      const read = (): SiteFile => ({
        key,
        contentType: contentTypeOf(path),
        life,
        body: readFileSync(join(folder, path)),
      });
      const stamp = () => {
        const { mtimeMs, size, ino } = statSync(join(folder, path));
        return `${mtimeMs} ${size} ${ino}`;
      };
      return [key, { read, stamp }];
    }),
  );
}
