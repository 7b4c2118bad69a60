import type { DatabaseSync } from 'node:sqlite';
import type { KeyKind } from '../../../core/projects/credentials.ts';
import type { KeyRing, NewKey, ProjectKey } from '../../../core/projects/project-keys.ts';

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
  readonly replaced_by: string | null;
  readonly created_by: string | null;
}

function keyOfRow(row: KeyRow): ProjectKey {
  return {
    keyId: row.key_id,
    projectId: row.project_id,
    name: row.name,
    lastFour: row.last_four,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    replacedBy: row.replaced_by,
    createdBy: row.created_by,
    scopes: JSON.parse(row.scopes),
  };
}

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
    find: (sha256, kind) => {
      const row = find.get(sha256, kind) as KeyRow | undefined;
      return row && keyOfRow(row);
    },
    list: ({ projectId, kind }) => (list.all(projectId, kind) as unknown as KeyRow[]).map(keyOfRow),
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
