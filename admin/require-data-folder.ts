import { lstatSync } from 'node:fs';
import { CommandError } from '../cli/command-error.ts';
import { requireRestored } from '../local/data-folder/data-folder.ts';
import { databasePath } from '../local/data-folder/data-paths.ts';
import { requireFolder } from '../local/data-folder/private-data-folder.ts';

/**
 * Throws a CommandError for a folder without the database of a service. Throws a DataFolderError
 * for one that a service refuses: a link, and an unfinished restore or move.
 */
export function requireDataFolder(dataDir: string): void {
  requireFolder(dataDir);
  requireRestored(dataDir);
  if (lstatSync(databasePath(dataDir), { throwIfNoEntry: false })) return;
  const hint = 'Run npx imagewell start first, or name another folder with --data.';
  throw new CommandError('notFound', `${dataDir} is not the data folder of a service yet.`, hint);
}
