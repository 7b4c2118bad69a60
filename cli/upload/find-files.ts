import { openAsBlob } from 'node:fs';
import { glob, lstat, readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { CommandError } from '../command-error.ts';
import { readImageType, UNKNOWN_TYPE } from './image-type.ts';

/** A file to upload, under the path by which it was found. */
export interface FoundFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** Why a file of a folder or a glob is left out, in the words of the summary. */
export const SKIPPED = {
  hidden: 'hidden',
  link: 'symbolic links',
  other: 'of other types',
} as const;

/** The files to upload, and how many were left out. */
export interface FoundFiles {
  readonly files: readonly FoundFile[];
  readonly skipped: Readonly<Record<keyof typeof SKIPPED, number>>;
}

type Skip = (why: keyof typeof SKIPPED) => void;

const IS_GLOB = /[*?[{]/;
const isHidden = (path: string) => /^\.[^.]/.test(basename(path));

async function measure(path: string): Promise<FoundFile> {
  const { size, mtimeMs } = await stat(path);
  return { path, size, mtimeMs };
}

/** A file that cannot be read counts as an image: its upload says why it fails. */
async function isImage(path: string): Promise<boolean> {
  try {
    return (await readImageType(await openAsBlob(path))) !== UNKNOWN_TYPE;
  } catch {
    return true;
  }
}

async function* findInFolder(folder: string, skip: Skip): AsyncGenerator<string> {
  const names = (await readdir(folder)).sort();
  for (const name of names) yield* findBelow(join(folder, name), skip);
}

/** The images at a path that was not named: links could lead in circles or out of the folder. */
async function* findBelow(path: string, skip: Skip): AsyncGenerator<string> {
  if (isHidden(path)) return skip('hidden');
  const found = await lstat(path);
  if (found.isSymbolicLink()) return skip('link');
  if (found.isDirectory()) return yield* findInFolder(path, skip);
  if (found.isFile() && (await isImage(path))) yield path;
  else skip('other');
}

async function* findByGlob(pattern: string, skip: Skip): AsyncGenerator<string> {
  const found: string[] = [];
  for await (const path of glob(pattern)) found.push(path);
  if (found.length === 0) throw new CommandError('usage', `${pattern} matches no file.`);
  // Node's globs match a hidden name only where the pattern names its dot
  const isNamed = (path: string) => isHidden(path) && /(^|[\\/{,])\.[^./\\]/.test(pattern);
  for (const path of found.sort()) {
    const isFile = isNamed(path) && (await lstat(path)).isFile();
    if (isFile) yield path;
    else yield* findBelow(path, skip);
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

async function* findOne(named: string, skip: Skip): AsyncGenerator<string> {
  const found = await stat(named).catch(() => undefined);
  if (found?.isDirectory()) yield* findAny(named, findInFolder(named, skip));
  else if (found?.isFile()) yield named;
  else if (found) throw new CommandError('usage', `${named} is not a file.`);
  else if (IS_GLOB.test(named)) yield* findAny(named, findByGlob(named, skip));
  else throw new CommandError('usage', `${named} does not exist.`);
}

/**
 * The files of paths, folders and globs, each once, in order. Folders and globs leave out hidden
 * files, symbolic links and whatever is no image; a file that is named is taken as it is. Throws a
 * usage error for a name that leads nowhere.
 */
export async function findFiles(named: readonly string[]): Promise<FoundFiles> {
  const files = new Map<string, FoundFile>();
  const skipped = { hidden: 0, link: 0, other: 0 };
  const skip: Skip = (why) => {
    skipped[why] += 1;
  };
  for (const name of named) {
    for await (const path of findOne(name, skip)) {
      const key = resolve(path);
      if (!files.has(key)) files.set(key, await measure(path));
    }
  }
  return { files: [...files.values()], skipped };
}
