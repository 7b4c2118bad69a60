import { existsSync } from 'node:fs';
import { checkFile } from '../../adapters/sqlite/backup/check-records.ts';
import { requirePlainDatabase } from '../../adapters/sqlite/database/private-file.ts';
import { readConfiguredPlans } from '../../local/data-folder/configured-plans.ts';
import { readCredentials } from '../../local/data-folder/data-folder.ts';
import { signInPath } from '../../local/data-folder/data-paths.ts';
import type { RecordFile } from './backup-folder.ts';

/** The users and sessions of the local sign-in; throws a sentence. */
function readSignIn(dataDir: string): void {
  const path = signInPath(dataDir);
  requirePlainDatabase(path);
  if (!existsSync(path)) return;
  const [damage] = checkFile(path);
  if (damage !== undefined) throw new Error(`${path} is damaged: ${damage}`);
}

/** How the service reads each of its files but the records; it throws a sentence. */
const READS = {
  'imagewell.db': null,
  'sign-in.db': readSignIn,
  'credentials.json': readCredentials,
  'plans.json': readConfiguredPlans,
} as const satisfies Readonly<Record<RecordFile, null | ((dataDir: string) => unknown)>>;

/** The reason why the service can't read one of its files; undefined for a whole or missing one. */
export function findRecordFileFault(dataDir: string, name: RecordFile): string | undefined {
  try {
    READS[name]?.(dataDir);
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ERR_SQLITE_ERROR' ? `${name} is damaged.` : message;
  }
}
