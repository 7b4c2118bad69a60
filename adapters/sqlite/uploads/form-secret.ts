import type { DatabaseSync } from 'node:sqlite';

/** The secret that a data folder's forms are signed with, the same after every restart: a form outlives one. */
export function readFormSecret(db: DatabaseSync): string {
  const row = db.prepare('SELECT secret FROM form_secrets').get() as { secret: string };
  return row.secret;
}
