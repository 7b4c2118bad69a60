import type { DatabaseSync } from 'node:sqlite';
import type { KeyKind } from '../../../core/projects/credentials.ts';
import type { KeyRing, NewKey, ProjectKey } from '../../../core/projects/project-keys.ts';
import { type ColumnsOf, json } from '../../rows/columns.ts';
import { KEY, scopes } from '../../rows/key-columns.ts';
import { sqliteRow } from '../database/read-row.ts';

const readKey = sqliteRow('keys', { ...KEY, scopes: json(scopes) } satisfies ColumnsOf<ProjectKey>);

/** The rows of keys. */
export interface KeyRows {
  find(sha256: string, kind: KeyKind): ProjectKey | undefined;
  /** A project's keys of a kind, oldest first. */
  list(ring: KeyRing): ProjectKey[];
  /** Throws where there is such a key. */
  insert(kind: KeyKind, made: NewKey): void;
  changeEnd(key: Pick<ProjectKey, 'keyId' | 'expiresAt' | 'revokedAt' | 'replacedBy'>): void;
  remove(keyId: string): void;
}

/** The rows of keys in a database. */
export function openKeyRows(db: DatabaseSync): KeyRows {
  const find = db.prepare('SELECT * FROM keys WHERE sha256 = ? AND kind = ?');
  const list = db.prepare(
    'SELECT * FROM keys WHERE project_id = ? AND kind = ? ORDER BY created_at, rowid',
  );
  const insert = db.prepare(`INSERT INTO keys (sha256, kind, key_id, project_id, name, last_four,
    scopes, created_at, last_used_at, expires_at, revoked_at, replaced_by, created_by)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const changeEnd = db.prepare(
    'UPDATE keys SET expires_at = ?, revoked_at = ?, replaced_by = ? WHERE key_id = ?',
  );
  const remove = db.prepare('DELETE FROM keys WHERE key_id = ?');
  return {
    find: (sha256, kind) => readKey(find.get(sha256, kind)),
    list: ({ projectId, kind }) => list.all(projectId, kind).map(readKey),
    insert: (kind, { sha256, record: key }) =>
      void insert.run(
        ...[sha256, kind, key.keyId, key.projectId, key.name, key.lastFour],
        ...[JSON.stringify(key.scopes), key.createdAt, key.lastUsedAt],
        ...[key.expiresAt, key.revokedAt, key.replacedBy, key.createdBy],
      ),
    changeEnd: ({ keyId, expiresAt, revokedAt, replacedBy }) =>
      void changeEnd.run(expiresAt, revokedAt, replacedBy, keyId),
    remove: (keyId) => void remove.run(keyId),
  };
}
