import type { DatabaseSync } from 'node:sqlite';
import type { KeyStore } from '../../core/ports.ts';
import type { ApiKeyRecord, KeyRecord } from '../../core/projects/credentials.ts';

interface KeyRow {
  readonly key_id: string;
  readonly project_id: string;
  readonly name: string;
  readonly last_four: string;
  readonly scopes: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
}

function keyOfRow(row: KeyRow): KeyRecord {
  return {
    keyId: row.key_id,
    projectId: row.project_id,
    name: row.name,
    lastFour: row.last_four,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

/** Keys in SQLite, by their SHA-256. */
export function createSqliteKeyStore(db: DatabaseSync): KeyStore {
  const find = db.prepare('SELECT * FROM keys WHERE sha256 = ? AND kind = ?');
  const touch = db.prepare('UPDATE keys SET last_used_at = ? WHERE key_id = ?');
  const insert = db.prepare('INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const add = (kind: string, sha256: string, key: KeyRecord, scopes: ApiKeyRecord['scopes']) =>
    void insert.run(
      ...[sha256, kind, key.keyId, key.projectId, key.name, key.lastFour, JSON.stringify(scopes)],
      ...[key.createdAt, key.lastUsedAt, key.expiresAt, key.revokedAt],
    );
  return {
    findApiKey: async (sha256) => {
      const row = find.get(sha256, 'api') as KeyRow | undefined;
      return row && { ...keyOfRow(row), scopes: JSON.parse(row.scopes) };
    },
    findUploadKey: async (sha256) => {
      const row = find.get(sha256, 'upload') as KeyRow | undefined;
      return row && keyOfRow(row);
    },
    touchKey: async (keyId, usedAt) => void touch.run(usedAt, keyId),
    addApiKey: async (sha256, key) => add('api', sha256, key, key.scopes),
    addUploadKey: async (sha256, key) => add('upload', sha256, key, []),
  };
}
