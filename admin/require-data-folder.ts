import { existsSync } from 'node:fs';
import { CommandError } from '../cli/command-error.ts';
import { requireRestored } from '../local/data-folder/data-folder.ts';
import { databasePath } from '../local/data-folder/data-paths.ts';

/**
 * Throws a CommandError for a folder without the database of a service, and a DataFolderError for
 * one with an unfinished restore or move.
 */
export function requireDataFolder(dataDir: string): void {
  requireRestored(dataDir);
  if (existsSync(databasePath(dataDir))) return;
  const hint = 'Run npx imagewell start first, or name another folder with --data.';
  throw new CommandError('notFound', `${dataDir} is not the data folder of a service yet.`, hint);
}
