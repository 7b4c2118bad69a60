import { existsSync } from 'node:fs';
import { CommandError } from '../../cli/command-error.ts';
import { requireRestored } from '../../local/data-folder/data-folder.ts';
import { databasePath } from '../../local/data-folder/data-paths.ts';

/** Throws a CommandError if the folder has no database of a service. */
export function requireDataFolder(dataDir: string): void {
  requireRestored(dataDir);
  if (existsSync(databasePath(dataDir))) return;
  const hint = 'Start a service with it first, or give its data folder with --data.';
  throw new CommandError('notFound', `${dataDir} is not the data folder of a service yet.`, hint);
}
