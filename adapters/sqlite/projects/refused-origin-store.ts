import type { DatabaseSync } from 'node:sqlite';
import { LIMITS } from '../../../core/foundation/limits.ts';
import type { RefusedOriginStore } from '../../../core/ports/projects/refused-origin-store.ts';
import { refusedOriginsEnd } from '../../../core/projects/refused-origins.ts';
import { json, number } from '../../rows/columns.ts';
import { refusedOrigins } from '../../rows/refused-origin-columns.ts';
import { inTransaction } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';

const readRefused = sqliteRow('refused_origins', {
  origins: json(refusedOrigins),
  revision: number,
});

/** Refused origins in SQLite; a record that has ended goes with the next write of any project. */
export function createSqliteRefusedOriginStore(db: DatabaseSync): RefusedOriginStore {
  const get = db.prepare('SELECT origins, revision FROM refused_origins WHERE project_id = ?');
  const dropEnded = db.prepare('DELETE FROM refused_origins WHERE ends_at <= ?');
  const add = db.prepare('INSERT OR IGNORE INTO refused_origins VALUES (?1, ?2, ?3, ?4)');
  const replace = db.prepare(
    `UPDATE refused_origins SET origins = ?2, revision = ?3, ends_at = ?4
     WHERE project_id = ?1 AND revision = ?3 - 1`,
  );
  return {
    getRefused: async (projectId) =>
      readRefused(get.get(projectId)) ?? { origins: [], revision: 0 },
    replaceRefused: async (projectId, refused) =>
      inTransaction(db, () => {
        const { origins, revision } = refused;
        const put = revision === 1 ? add : replace;
        const endsAt = refusedOriginsEnd(refused);
        const { changes } = put.run(projectId, JSON.stringify(origins), revision, endsAt);
        // this one's latest is the time of the write
        dropEnded.run(endsAt - LIMITS.refusedOriginLifeMs);
        return changes > 0;
      }),
  };
}
