import type { Stats } from 'node:fs';
import { openAsBlob } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readTypeOfBytes } from '../../client/src/file-type.ts';
import { FORMAT_LABELS } from '../../client/src/generated/file-types.ts';
import { numberText } from '../output/number-text.ts';
import { isHidden } from './file-paths.ts';

/** Why a file of a folder or a glob is left out, in the words of the summary. */
const SKIPPED = {
  hidden: 'hidden',
  link: 'symbolic links',
  other: 'of other types',
} as const;

/** The number of files that were left out. */
export type SkippedCounts = Readonly<Record<keyof typeof SKIPPED, number>>;

/** A file or folder that is there and cannot be read. */
export interface Unreadable {
  readonly path: string;
  readonly error: NodeJS.ErrnoException;
}

/** Hears of all that is no file to take. */
export interface WalkListener {
  skip(why: keyof typeof SKIPPED): void;
  cannotRead(unreadable: Unreadable): void;
  /** A path that is skipped, with the reason. */
  nameSkipped?(path: string, reason: string): void;
}

/** A walk, with the parts that differ between commands and tests. */
export interface Walk extends WalkListener {
  /** Whether a file that is neither hidden nor a link is taken. */
  isImageFile(path: string): Promise<boolean>;
  readonly readFolder?: (folder: string) => Promise<string[]>;
}

/** Whether the first bytes are of an image; a file that cannot be read says so when it is sent. */
export async function hasImageBytes(path: string): Promise<boolean> {
  try {
    return (await readTypeOfBytes(await openAsBlob(path))) !== undefined;
  } catch {
    return true;
  }
}

/** Why a file with bytes is skipped. */
export const NO_IMAGE = `it is not ${FORMAT_LABELS}`;
/** So many skipped files are named; all are counted. */
const MAX_NAMED = 10_000;

/** A count of each reason, and its listener. */
export function countSkipped() {
  const counts = { hidden: 0, link: 0, other: 0 };
  const unreadable: Unreadable[] = [];
  const named: { readonly path: string; readonly reason: string }[] = [];
  const listener: WalkListener = {
    skip: (why) => {
      counts[why] += 1;
    },
    cannotRead: (found) => void unreadable.push(found),
    nameSkipped: (path, reason) => {
      if (named.length < MAX_NAMED) named.push({ path, reason });
    },
  };
  return { counts: counts as SkippedCounts, unreadable, named, listener };
}

/** The sentences about skipped files, each with its reason, by the names that `nameOf` makes. */
export function nameSkipped(
  { counts, named }: Pick<ReturnType<typeof countSkipped>, 'counts' | 'named'>,
  nameOf: (path: string) => string = (path) => path,
): string[] {
  const more = Object.values(counts).reduce((sum, count) => sum + count, 0) - named.length;
  const sentences = named.map(({ path, reason }) => `${nameOf(path)}: skipped: ${reason}.`);
  return more > 0 ? [...sentences, `${more} more files were skipped.`] : sentences;
}

/** The files that were left out, by reason; empty without any. */
export function describeSkipped(skipped: SkippedCounts): string {
  const names = Object.keys(SKIPPED) as (keyof typeof SKIPPED)[];
  const counted = names.flatMap((name) =>
    skipped[name] > 0 ? [`${numberText(skipped[name])} ${SKIPPED[name]}`] : [],
  );
  return counted.length === 0 ? '' : `Skipped: ${counted.join(', ')}.`;
}

/** The files of a folder and its subfolders in the order of their names, one folder at a time. */
export async function* walkFolder(folder: string, walk: Walk): AsyncGenerator<string> {
  const readFolder = walk.readFolder ?? readdir;
  let names: string[];
  try {
    names = await readFolder(folder);
  } catch (error) {
    return walk.cannotRead({ path: folder, error: error as NodeJS.ErrnoException });
  }
  for (const name of names.sort()) yield* walkPath(join(folder, name), walk);
}

/** Why an entry of a folder is not read; undefined for a file with bytes and for a folder. */
export function reasonNotToRead(found: Stats): string | undefined {
  if (found.isSymbolicLink()) return 'it is a symbolic link';
  if (found.isFIFO()) return 'it is a pipe';
  if (found.isSocket()) return 'it is a socket';
  if (found.isBlockDevice() || found.isCharacterDevice()) return 'it is a device';
  return found.isFile() && found.size === 0 ? 'the file is empty' : undefined;
}

/** The files at a path that was not named: links could lead in circles or out of the folder. */
export async function* walkPath(path: string, walk: Walk): AsyncGenerator<string> {
  if (isHidden(path)) {
    walk.nameSkipped?.(path, 'it is hidden');
    return walk.skip('hidden');
  }
  const found = await lstat(path).catch((error) => walk.cannotRead({ path, error }));
  if (!found) return;
  if (found.isDirectory()) return yield* walkFolder(path, walk);
  if (found.isFile() && (await walk.isImageFile(path))) return yield path;
  walk.nameSkipped?.(path, reasonNotToRead(found) ?? NO_IMAGE);
  walk.skip(found.isSymbolicLink() ? 'link' : 'other');
}
