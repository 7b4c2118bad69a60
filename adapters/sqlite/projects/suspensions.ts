import type { DatabaseSync } from 'node:sqlite';
import type { Suspensions } from '../../../core/ports/projects/suspensions.ts';
import { fromReserve } from '../database/open-database.ts';

/** Suspended projects, in SQLite. */
export function createSqliteSuspensions(db: DatabaseSync): Suspensions {
  const set = db.prepare('UPDATE projects SET suspension = ? WHERE project_id = ?');
  return {
    suspend: async (projectId, suspension) =>
      fromReserve(db, () => set.run(JSON.stringify(suspension), projectId)).changes > 0,
    resume: async (projectId) => fromReserve(db, () => set.run(null, projectId)).changes > 0,
  };
}
