import { glob, lstat, stat } from 'node:fs/promises';
import { CommandError } from '../command-error.ts';
import { isGlob, isHidden, namesHidden, sameFile } from './file-paths.ts';
import {
  countSkipped,
  hasImageBytes,
  nameSkipped,
  type SkippedCounts,
  type Unreadable,
  type Walk,
  type WalkListener,
  walkFolder,
  walkPath,
} from './walk-folder.ts';

/** A file to upload, under the path by which it was found. */
export interface FoundFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** The files to upload: counted once, and found again one after the other. */
export interface FoundFiles {
  readonly count: number;
  readonly bytes: number;
  readonly skipped: SkippedCounts;
  /** A sentence for each skipped file, with its reason. */
  readonly skippedNames: readonly string[];
  readonly unreadable: readonly Unreadable[];
  /** Each file once, in order; the list of them is never in memory. */
  files(): AsyncGenerator<FoundFile>;
}

const NOT_HEARD: WalkListener = { skip: () => {}, cannotRead: () => {} };

/** A file that is gone by now fails when it is read. */
async function measure(path: string): Promise<FoundFile> {
  const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
  return { path, size, mtimeMs };
}

async function* findByGlob(pattern: string, walk: Walk): AsyncGenerator<string> {
  const found: string[] = [];
  for await (const path of glob(pattern)) found.push(path);
  if (found.length === 0) throw new CommandError('usage', `${pattern} matches no file.`);
  // Node's globs match a hidden name only where the pattern names its dot
  const isNamed = (path: string) => isHidden(path) && namesHidden(pattern);
  for (const path of found.sort()) {
    const isFile = isNamed(path) && (await lstat(path)).isFile();
    if (isFile) yield path;
    else yield* walkPath(path, walk);
  }
}

async function* findAny(named: string, paths: AsyncGenerator<string>): AsyncGenerator<string> {
  let count = 0;
  for await (const path of paths) {
    count += 1;
    yield path;
  }
  if (count === 0) throw new CommandError('usage', `${named}: no images were found.`);
}

async function* findOne(named: string, walk: Walk): AsyncGenerator<string> {
  const found = await stat(named).catch(() => undefined);
  if (found?.isDirectory()) yield* findAny(named, walkFolder(named, walk));
  else if (found?.isFile()) yield named;
  else if (found) throw new CommandError('usage', `${named} is not a file.`);
  else if (isGlob(named)) yield* findAny(named, findByGlob(named, walk));
  else throw new CommandError('usage', `${named} does not exist.`);
}

/** One name finds no file twice; among several the paths are remembered. */
async function* findEach(
  named: readonly string[],
  listener: WalkListener,
): AsyncGenerator<FoundFile> {
  const walk: Walk = { ...listener, isImageFile: hasImageBytes };
  const seen = named.length > 1 ? new Set<string>() : undefined;
  for (const name of named) {
    for await (const path of findOne(name, walk)) {
      const key = sameFile(path);
      if (seen?.has(key)) continue;
      seen?.add(key);
      yield measure(path);
    }
  }
}

/**
 * The files of paths, folders and globs, each once, in order. Folders and globs leave out hidden
 * files, symbolic links and whatever is no image; a file that is named is taken as it is. Throws a
 * usage error for a name that leads nowhere.
 */
export async function findFiles(named: readonly string[]): Promise<FoundFiles> {
  const skipped = countSkipped();
  const { counts, unreadable, listener } = skipped;
  let [count, bytes] = [0, 0];
  for await (const { size } of findEach(named, listener)) {
    count += 1;
    bytes += size;
  }
  return {
    count,
    bytes,
    skipped: counts,
    skippedNames: nameSkipped(skipped),
    unreadable,
    files: () => findEach(named, NOT_HEARD),
  };
}
