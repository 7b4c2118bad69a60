import type { DatabaseSync } from 'node:sqlite';
import { LIMITS } from '../../../core/foundation/limits.ts';
import type { SigningSecretStore } from '../../../core/ports/projects/signing-secret-store.ts';
import { SIGNING_SECRET } from '../../rows/signing-secret-columns.ts';
import { fromReserve, inTransaction } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';

const readSecret = sqliteRow('signing_secrets', SIGNING_SECRET);

/** Signing secrets in SQLite. */
export function createSqliteSigningSecretStore(db: DatabaseSync): SigningSecretStore {
  const list = db.prepare(
    'SELECT secret_id, secret, created_at FROM signing_secrets WHERE project_id = ? ORDER BY created_at, rowid',
  );
  const add = db.prepare(
    'INSERT INTO signing_secrets (project_id, secret_id, secret, created_at) VALUES (?, ?, ?, ?)',
  );
  const remove = db.prepare('DELETE FROM signing_secrets WHERE project_id = ? AND secret_id = ?');
  return {
    listSecrets: async (projectId) => list.all(projectId).map(readSecret),
    addSecret: async (projectId, { secretId, secret, createdAt }) =>
      inTransaction(db, () => {
        if (list.all(projectId).length >= LIMITS.maxSigningSecrets) return false;
        add.run(projectId, secretId, secret, createdAt);
        return true;
      }),
    removeSecret: async (projectId, secretId) =>
      fromReserve(db, () => remove.run(projectId, secretId)).changes > 0,
  };
}
