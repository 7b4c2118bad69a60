import type { DatabaseSync } from 'node:sqlite';
import { LIMITS } from '../../../core/foundation/limits.ts';
import type { KeyStore, ProjectKeys } from '../../../core/ports/projects/key-store.ts';
import type { KeyKind } from '../../../core/projects/credentials.ts';
import {
  countLive,
  type KeyRing,
  keysToTell,
  type NewKey,
  type ProjectKey,
  replacedKey,
  whyNotRotatable,
} from '../../../core/projects/project-keys.ts';
import { type ColumnsOf, json } from '../../rows/columns.ts';
import { KEY, scopes } from '../../rows/key-columns.ts';
import { fromReserve, inTransaction } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';

const readKey = sqliteRow('keys', { ...KEY, scopes: json(scopes) } satisfies ColumnsOf<ProjectKey>);

/** The rows of keys. */
interface KeyRows {
  find(sha256: string, kind: KeyKind): ProjectKey | undefined;
  /** A project's keys of a kind, oldest first. */
  list(ring: KeyRing): ProjectKey[];
  /** Throws if the key exists. */
  insert(kind: KeyKind, result: NewKey): void;
  changeEnd(key: Pick<ProjectKey, 'keyId' | 'expiresAt' | 'revokedAt' | 'replacedBy'>): void;
  remove(keyId: string): void;
}

/** The rows of keys in a database. */
function openKeyRows(db: DatabaseSync): KeyRows {
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
        sha256,
        kind,
        key.keyId,
        key.projectId,
        key.name,
        key.lastFour,
        JSON.stringify(key.scopes),
        key.createdAt,
        key.lastUsedAt,
        key.expiresAt,
        key.revokedAt,
        key.replacedBy,
        key.createdBy,
      ),
    changeEnd: ({ keyId, expiresAt, revokedAt, replacedBy }) =>
      void changeEnd.run(expiresAt, revokedAt, replacedBy, keyId),
    remove: (keyId) => void remove.run(keyId),
  };
}

/** A project's listed keys; expired entries are removed. */
function sweptKeys(rows: KeyRows, ring: KeyRing, now: number) {
  const all = rows.list(ring);
  const reported = new Set(keysToTell(all, now));
  for (const key of all) if (!reported.has(key)) rows.remove(key.keyId);
  return [...reported];
}

function createProjectKeys(db: DatabaseSync, rows: KeyRows): ProjectKeys {
  const listKeys = (ring: KeyRing, now: number) => keysToTell(rows.list(ring), now);
  return {
    listKeys: async (ring, now) => listKeys(ring, now),
    getKey: async (ring, keyId, now) => listKeys(ring, now).find((key) => key.keyId === keyId),
    createKey: async (kind, result, now) =>
      inTransaction(db, () => {
        const own = sweptKeys(rows, { projectId: result.record.projectId, kind }, now);
        if (countLive(own, now) >= LIMITS.maxKeys) return 'limit_exceeded';
        rows.insert(kind, result);
        return 'created';
      }),
    rotateKey: async (ring, rotation, now) =>
      inTransaction(db, () => {
        const own = sweptKeys(rows, ring, now);
        const old = own.find((key) => key.keyId === rotation.keyId);
        if (!old || whyNotRotatable(old, now)) return 'not_rotatable';
        if (countLive(own, now) >= LIMITS.maxKeysInOverlap) return 'limit_exceeded';
        rows.insert(ring.kind, rotation.newKey);
        rows.changeEnd(replacedKey(old, rotation, now));
        return 'rotated';
      }),
    revokeKey: async (ring, keyId, now) =>
      fromReserve(db, () => {
        const old = sweptKeys(rows, ring, now).find((key) => key.keyId === keyId);
        if (old?.revokedAt === null) rows.changeEnd({ ...old, revokedAt: now });
        return old !== undefined;
      }),
  };
}

/** Keys in SQLite, by their SHA-256. */
export function createSqliteKeyStore(db: DatabaseSync): KeyStore {
  const rows = openKeyRows(db);
  // of several concurrent calls one writes
  const touch = db.prepare(
    'UPDATE keys SET last_used_at = ? WHERE sha256 = ? AND coalesce(last_used_at, -1e15) <= ?',
  );
  return {
    ...createProjectKeys(db, rows),
    findApiKey: async (sha256) => rows.find(sha256, 'api'),
    findUploadKey: async (sha256) => rows.find(sha256, 'upload'),
    touchKey: async (sha256, usedAt) =>
      void touch.run(usedAt, sha256, usedAt - LIMITS.lastUsedGranularityMs),
    addApiKey: async (sha256, record) => rows.insert('api', { sha256, record }),
    addUploadKey: async (sha256, key) =>
      rows.insert('upload', { sha256, record: { ...key, scopes: [] } }),
  };
}
