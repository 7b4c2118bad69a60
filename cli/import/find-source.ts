import { stat } from 'node:fs/promises';
import { CommandError } from '../command-error.ts';
import { readExportManifest } from '../export/export-folder.ts';
import { cloudinarySource } from './cloudinary-source.ts';
import { exportSource } from './export-source.ts';
import { folderSource } from './folder-source.ts';
import type { ImportSource } from './import-source.ts';
import { listSource } from './list-source.ts';
import { s3Source } from './s3-source.ts';

/** The kinds of files that list images. */
export const LIST_KINDS = ['list', 'cloudinary'] as const;

/** The source of an argument: s3://, a folder, an export, or files of the given kind. */
export async function findSource(
  named: string,
  kind: (typeof LIST_KINDS)[number] | undefined,
): Promise<ImportSource> {
  if (named.startsWith('s3://')) return s3Source(named);
  const found = await stat(named).catch(() => undefined);
  if (!found) throw new CommandError('usage', `${named} does not exist.`);
  if (kind === 'cloudinary') return cloudinarySource(named);
  if (!found.isDirectory()) return listSource(named);
  return (await readExportManifest(named)) ? exportSource(named) : folderSource(named);
}
