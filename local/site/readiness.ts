import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { LocalDatabase } from '../services.ts';

/** Whether the records are read and the data folder may be written; rejects where they aren't. */
export function createReadiness(db: LocalDatabase, dataDir: string) {
  const read = db.prepare('SELECT count(*) FROM projects');
  return async (): Promise<boolean> => {
    read.get();
    await access(dataDir, constants.R_OK | constants.W_OK);
    return true;
  };
}
