import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { LocalDatabase } from '../data-folder/open-records.ts';
import { createObjectsProbe, type ObjectsSettings } from '../objects/local-objects.ts';

/**
 * Whether the records are read, the data folder may be written and a bucket of objects answers;
 * rejects where they aren't.
 */
export function createReadiness(db: LocalDatabase, settings: ObjectsSettings) {
  const probe = createObjectsProbe(settings);
  const read = db.prepare('SELECT count(*) FROM projects');
  return async (): Promise<boolean> => {
    read.get();
    await access(settings.dataDir, constants.R_OK | constants.W_OK);
    await probe();
    return true;
  };
}
