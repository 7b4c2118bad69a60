import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Image, Project } from '../../client/src/generated/calls.ts';
import { CommandError } from '../command-error.ts';
import { parseObject } from '../json-object.ts';
import type { ExportedImage } from './image-facts.ts';
import { readExportedImage } from './read-export.ts';

/** The version of this layout; a reader refuses a later one. */
const FORMAT = 1;
const MANIFEST = 'imagewell-export.json';
const LIST = 'images.jsonl';
const PROJECT = 'project.json';
export const IMAGES = 'images';

/** `imagewell-export.json`: the source of an export, and whether it is whole. */
export interface ExportManifest {
  readonly format: typeof FORMAT;
  readonly service: string;
  /** Null where an API key says which project it is. */
  readonly project: string | null;
  /** RFC 3339; null until the export is whole. */
  readonly finishedAt: string | null;
}

const MAX_STEM = 40;

/**
 * A file name that every file system takes. It begins with the ID, so Windows reserves none, and
 * no two are equal in any case. Its end is readable, and short.
 */
export function exportedFileName({
  imageId,
  originalFilename,
  format,
}: Pick<Image, 'imageId' | 'originalFilename' | 'format'>): string {
  const stem = (originalFilename ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[<>:"/\\|?*\p{Cc}\p{Cf}]/gu, '_');
  const short = [...stem]
    .slice(0, MAX_STEM)
    .join('')
    .replace(/[. ]+$/, '');
  return `${imageId}${short === '' ? '' : `-${short}`}.${format}`;
}

async function writeWhole(dir: string, name: string, text: string): Promise<void> {
  const part = join(dir, `${name}.part`);
  await writeFile(part, text, { mode: 0o600, flush: true });
  await rename(part, join(dir, name));
}

/** Whether a file that was to be read is not there. */
export const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

const AGAIN = 'Run the same npx imagewell export again, into the same folder.';

/**
 * The text of a file of an export; undefined if it is not there. Throws a CommandError for a link,
 * a pipe, a device or a folder, which is never opened, and for a file that cannot be read.
 */
async function readText(dir: string, name: string): Promise<string | undefined> {
  const path = join(dir, name);
  try {
    if ((await lstat(path)).isFile()) return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new CommandError('usage', `${path} cannot be read: ${(error as Error).message}.`);
  }
  throw new CommandError('usage', `${path} is no file.`, `Remove it. ${AGAIN}`);
}

/**
 * The manifest of a folder; undefined if it is no export. Throws a CommandError for a damaged one,
 * and where it is missing beside the list of an export.
 */
export async function readExportManifest(dir: string): Promise<ExportManifest | undefined> {
  const text = await readText(dir, MANIFEST);
  if (text === undefined) {
    if ((await readText(dir, LIST)) === undefined) return undefined;
    const message = `${dir} has the list of an export, ${LIST}, and no ${MANIFEST}.`;
    throw new CommandError('usage', message, 'Run npx imagewell export into a new folder.');
  }
  const { format, service, project, finishedAt } = parseObject(text) ?? {};
  if (typeof format === 'number' && format !== FORMAT) {
    const message = `${dir} is an export of another version of imagewell.`;
    throw new CommandError('usage', message, 'Use that version, or a new folder.');
  }
  const isTextOrNull = (value: unknown): value is string | null =>
    value === null || typeof value === 'string';
  if (format === FORMAT && typeof service === 'string' && isTextOrNull(project)) {
    return { format, service, project, finishedAt: isTextOrNull(finishedAt) ? finishedAt : null };
  }
  const hint = 'Remove that file, and run npx imagewell export again.';
  throw new CommandError('usage', `${join(dir, MANIFEST)} is damaged.`, hint);
}

/**
 * Begins an export in a new or empty folder, or continues one of the same service and project.
 * Throws a CommandError for any other folder.
 */
export async function beginExport(
  dir: string,
  place: Pick<ExportManifest, 'service' | 'project'>,
): Promise<void> {
  await mkdir(join(dir, IMAGES), { recursive: true, mode: 0o700 });
  const names = (await readdir(dir)).filter((name) => name !== IMAGES);
  const found = await readExportManifest(dir);
  if (!found && names.some((name) => !name.startsWith(MANIFEST))) {
    throw new CommandError('usage', `${dir} is not empty.`, 'Give a new or empty folder.');
  }
  if (found && (found.service !== place.service || found.project !== place.project)) {
    const detail = `${dir} is an export of another service or project.`;
    throw new CommandError('usage', detail, 'Give another folder.');
  }
  const begun: ExportManifest = { format: FORMAT, ...place, finishedAt: null };
  await writeWhole(dir, MANIFEST, `${JSON.stringify(begun, null, 2)}\n`);
}

/** Makes an export whole, and removes the originals that are not in it. */
export async function endExport(
  dir: string,
  place: Pick<ExportManifest, 'service' | 'project'>,
  {
    images,
    project,
    now,
  }: {
    readonly images: readonly ExportedImage[];
    /** Null without the role to read it. */
    readonly project: Project | null;
    readonly now: Date;
  },
): Promise<{ readonly removed: number }> {
  await writeWhole(dir, LIST, images.map((image) => `${JSON.stringify(image)}\n`).join(''));
  if (project) await writeWhole(dir, PROJECT, `${JSON.stringify(project, null, 2)}\n`);
  const ended: ExportManifest = { format: FORMAT, ...place, finishedAt: now.toISOString() };
  await writeWhole(dir, MANIFEST, `${JSON.stringify(ended, null, 2)}\n`);
  const listed = new Set(images.map(({ file }) => file));
  const stale = (await readdir(join(dir, IMAGES))).filter(
    (name) =>
      name.endsWith('.part') || (name.startsWith('img_') && !listed.has(`${IMAGES}/${name}`)),
  );
  for (const name of stale) await rm(join(dir, IMAGES, name));
  return { removed: stale.length };
}

function readImage(text: string, at: number): ExportedImage {
  const image = readExportedImage(text);
  // never a path to another folder
  if (image && /^images\/img_[^/\\]+$/.test(image.file)) return image;
  const problem = image ? 'has no path of an export' : 'is damaged';
  throw new CommandError('usage', `${LIST}: line ${at + 1} ${problem}.`, AGAIN);
}

/** The images of a whole export. Throws a CommandError if it is not whole. */
export async function readExport(dir: string): Promise<readonly ExportedImage[]> {
  const manifest = await readExportManifest(dir);
  if (!manifest?.finishedAt) {
    const hint = 'Run the same npx imagewell export again first.';
    throw new CommandError('usage', `${dir} is an unfinished export.`, hint);
  }
  const text = await readText(dir, LIST);
  if (text === undefined) throw new CommandError('usage', `${join(dir, LIST)} is missing.`, AGAIN);
  return text.split('\n').filter(Boolean).map(readImage);
}

/** The project of an export; undefined if an API key made it. */
export async function readExportedProject(dir: string): Promise<Project | undefined> {
  const text = await readText(dir, PROJECT);
  if (text === undefined) return undefined;
  const found = parseObject(text);
  // the settings are checked by the service, which names each that is wrong
  if (found) return found as unknown as Project;
  throw new CommandError('usage', `${join(dir, PROJECT)} is damaged.`, AGAIN);
}
