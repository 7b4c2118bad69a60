import { createDiskReserve } from '../../adapters/folder/disk/reserve.ts';
import { openDatabase } from '../../adapters/sqlite/database/open-database.ts';
import { databasePath } from './data-paths.ts';

/** The records of a data folder. */
export type LocalDatabase = ReturnType<typeof openDatabase>;

/** Opens the records of a data folder, which may use its reserve. Throws as openDatabase does. */
export function openRecords(dataDir: string): LocalDatabase {
  return openDatabase(databasePath(dataDir), createDiskReserve(dataDir));
}
