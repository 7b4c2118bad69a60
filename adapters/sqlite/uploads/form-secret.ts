import type { DatabaseSync } from 'node:sqlite';
import { text } from '../../rows/columns.ts';
import { sqliteValue } from '../database/read-row.ts';

/** The secret that signs a data folder's forms, the same after every restart: forms outlive one. */
export function readFormSecret(db: DatabaseSync): string {
  const row = db.prepare('SELECT secret FROM form_secrets').get();
  return sqliteValue('form_secrets', row, 'secret', text);
}
