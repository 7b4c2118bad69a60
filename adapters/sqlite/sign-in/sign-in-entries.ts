import type { DatabaseSync } from 'node:sqlite';
import { json, object, type Row } from '../../rows/columns.ts';
import { fromReserve } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';

/** oidc-provider's storage: sessions, grants, codes, refresh tokens; it calls these methods. */
export interface EntryAdapter {
  upsert(id: string, payload: Entry, expiresIn?: number): Promise<void>;
  find(id: string): Promise<Entry | undefined>;
  findByUid(uid: string): Promise<Entry | undefined>;
  findByUserCode(code: string): Promise<Entry | undefined>;
  consume(id: string): Promise<void>;
  destroy(id: string): Promise<void>;
  revokeByGrantId(grantId: string): Promise<void>;
}

/** A record of oidc-provider, opaque except for these fields. */
export interface Entry {
  readonly grantId?: string;
  readonly uid?: string;
  readonly consumed?: number;
}

/** Sign-ins under way, which anybody can begin; of more, those that end first give way. */
const MAX_INTERACTIONS = 10_000;

const readEntry = sqliteRow('entries', { payload: json(object) });

/**
 * The entries of one of oidc-provider's models, in the local issuer's SQLite file; sessions survive
 * a restart.
 */
export function createSqliteEntries(db: DatabaseSync, model: string): EntryAdapter {
  const select = 'SELECT payload FROM entries WHERE model = ? AND';
  const live = '(expires_at IS NULL OR expires_at > ?)';
  const byId = db.prepare(`${select} id = ? AND ${live}`);
  const byUid = db.prepare(`${select} uid = ? AND ${live}`);
  const put = db.prepare('INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?, ?, ?)');
  const dropEnded = db.prepare('DELETE FROM entries WHERE expires_at <= ?');
  const dropOldest = db.prepare(
    `DELETE FROM entries WHERE model = 'Interaction' AND id IN
     (SELECT id FROM entries WHERE model = 'Interaction'
      ORDER BY expires_at DESC LIMIT -1 OFFSET ${MAX_INTERACTIONS})`,
  );
  const consume = db.prepare(
    `UPDATE entries SET payload = json_set(payload, '$.consumed', ?) WHERE model = ? AND id = ?`,
  );
  const drop = db.prepare('DELETE FROM entries WHERE model = ? AND id = ?');
  const dropGrant = db.prepare('DELETE FROM entries WHERE grant_id = ?');
  const find = async (row: Row | undefined): Promise<Entry | undefined> => readEntry(row)?.payload;
  return {
    async upsert(id, payload, expiresIn) {
      const now = Date.now();
      const end = expiresIn === undefined ? null : now + expiresIn * 1000;
      const { grantId = null, uid = null } = payload;
      fromReserve(db, () => {
        dropEnded.run(now);
        put.run(model, id, JSON.stringify(payload), grantId, uid, end);
        if (model === 'Interaction') dropOldest.run();
      });
    },
    find: (id) => find(byId.get(model, id, Date.now())),
    findByUid: (uid) => find(byUid.get(model, uid, Date.now())),
    findByUserCode: async () => undefined, // the provider offers no device flow
    consume: async (id) =>
      void fromReserve(db, () => consume.run(Math.floor(Date.now() / 1000), model, id)),
    destroy: async (id) => void fromReserve(db, () => drop.run(model, id)),
    revokeByGrantId: async (grantId) => void fromReserve(db, () => dropGrant.run(grantId)),
  };
}
