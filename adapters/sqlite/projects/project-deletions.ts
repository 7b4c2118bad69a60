import type { DatabaseSync } from 'node:sqlite';
import type { ProjectDeletions } from '../../../core/ports/projects/project-deletions.ts';
import { fromReserve } from '../database/open-database.ts';
import { prepareProgress } from './deletion-progress.ts';
import { type DeletionRows, prepareDeletionRows } from './deletion-rows.ts';

function prepareRequest(db: DatabaseSync, rows: DeletionRows): ProjectDeletions['request'] {
  const isLive = db.prepare(
    'SELECT 1 FROM projects WHERE project_id = ? AND account_id = ? AND deleted_at IS NULL',
  );
  const close = db.prepare('UPDATE projects SET deleted_at = ?, purge_at = ? WHERE project_id = ?');
  const endAccount = db.prepare(
    'UPDATE accounts SET deleted_at = coalesce(deleted_at, ?) WHERE account_id = ?',
  );
  return async (asked, withAccount) =>
    fromReserve(db, () => {
      const { projectId, kind, accountId, requestedAt, purgeAt } = asked;
      if (!isLive.get(projectId, accountId)) return false;
      const before = rows.get({ projectId, kind });
      const goesOn = kind === 'empty' && before !== undefined && before.state !== 'purged';
      rows.put(goesOn ? { ...asked, deletionId: before.deletionId } : asked);
      if (kind === 'delete') close.run(requestedAt, purgeAt, projectId);
      if (withAccount !== undefined) endAccount.run(withAccount, accountId);
      return true;
    });
}

function prepareHasten(db: DatabaseSync, rows: DeletionRows): ProjectDeletions['hasten'] {
  const deletions = db.prepare(
    `UPDATE project_deletions SET purge_at = min(purge_at, ?) WHERE project_id = ? AND kind = 'delete'`,
  );
  const projects = db.prepare(
    'UPDATE projects SET purge_at = min(purge_at, ?) WHERE project_id = ?',
  );
  return async (projectId, purgeAt) =>
    fromReserve(db, () => {
      if (rows.get({ projectId, kind: 'delete' })?.state !== 'waiting') return false;
      deletions.run(purgeAt, projectId);
      projects.run(purgeAt, projectId);
      return true;
    });
}

function prepareRestore(db: DatabaseSync, rows: DeletionRows): ProjectDeletions['restore'] {
  const open = db.prepare(
    'UPDATE projects SET deleted_at = NULL, purge_at = NULL WHERE project_id = ?',
  );
  const keepAccount = db.prepare('UPDATE accounts SET deleted_at = NULL WHERE account_id = ?');
  return async (projectId) =>
    fromReserve(db, () => {
      const deletion = rows.get({ projectId, kind: 'delete' });
      if (deletion?.state !== 'waiting') return false;
      rows.remove(deletion);
      open.run(projectId);
      keepAccount.run(deletion.accountId);
      return true;
    });
}

/** Deletions of projects in SQLite. */
export function createSqliteProjectDeletions(db: DatabaseSync): ProjectDeletions {
  const rows = prepareDeletionRows(db);
  const removeProject = db.prepare(
    'DELETE FROM projects WHERE project_id = ? AND deleted_at IS NOT NULL',
  );
  return {
    get: async (key) => rows.get(key),
    request: prepareRequest(db, rows),
    hasten: prepareHasten(db, rows),
    restore: prepareRestore(db, rows),
    ...prepareProgress(db),
    removeProject: async (projectId) => void fromReserve(db, () => removeProject.run(projectId)),
  };
}
