import type { DiskReserve } from '../../folder/disk/reserve.ts';
import { DiskDatabase } from '../database/disk-database.ts';
import { DOOR_SCHEMA } from './door-schema.ts';
import { prepareReadEnded } from './ended-sessions.ts';

/** Reads, of the file of a local issuer, from when on sign-ins of an account count. */
export function openSqliteEndedSessions(
  path: string,
  reserve: DiskReserve,
): (subject: string) => number {
  const db = new DiskDatabase(path, reserve);
  try {
    db.exec(DOOR_SCHEMA);
    return prepareReadEnded(db);
  } catch (error) {
    db.close();
    throw error;
  }
}
