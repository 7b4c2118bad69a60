import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../database/open-database.ts';

/**
 * Makes an account an owner of a living project beside its other members, whatever its role there
 * was; false where there is no such project. For the local service's take-over alone: nobody who
 * is a member is asked.
 */
export function createSqliteMakeOwner(db: DatabaseSync) {
  const isLive = db.prepare('SELECT 1 FROM projects WHERE project_id = ? AND deleted_at IS NULL');
  const put = db.prepare(
    `INSERT INTO members (project_id, account_id, role, created_at) VALUES (?, ?, 'owner', ?)
     ON CONFLICT (project_id, account_id) DO UPDATE SET role = 'owner'`,
  );
  return async (projectId: string, accountId: string, now: number): Promise<boolean> =>
    inTransaction(db, () => {
      if (!isLive.get(projectId)) return false;
      put.run(projectId, accountId, now);
      return true;
    });
}
