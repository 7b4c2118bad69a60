import type { DatabaseSync } from 'node:sqlite';
import { latestLeaseEnd } from '../../../core/images/lease.ts';
import type { ProjectDeletions } from '../../../core/ports/projects/project-deletions.ts';
import type {
  AskedDeletion,
  DeletionKey,
  ProjectDeletion,
} from '../../../core/projects/project-deletion.ts';
import { type ColumnsOf, json, list, mapOf, number, text } from '../../rows/columns.ts';
import { DELETION } from '../../rows/deletion-columns.ts';
import { fromReserve } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';

const noted = json(mapOf(number));

/** The deletion in a row. */
const deletionOfRow = sqliteRow('project_deletions', {
  ...DELETION,
  ownerIds: json(list(text)),
  steps: noted,
  counts: noted,
} satisfies ColumnsOf<ProjectDeletion>);

/** Reads and writes of deletions within the caller's transaction. */
interface DeletionRows {
  get(key: DeletionKey): ProjectDeletion | undefined;
  /** Replaces any other of the same kind. */
  put(deletion: AskedDeletion): void;
  remove(key: DeletionKey): void;
}

function prepareDeletionRows(db: DatabaseSync): DeletionRows {
  const get = db.prepare('SELECT * FROM project_deletions WHERE project_id = ? AND kind = ?');
  const remove = db.prepare('DELETE FROM project_deletions WHERE project_id = ? AND kind = ?');
  // a continued one keeps its count of images, and its lease
  const put = db.prepare(
    `INSERT INTO project_deletions (project_id, kind, deletion_id, account_id, name, owner_ids, state, requested_at, purge_at, steps, counts)
     VALUES (?, ?, ?, ?, ?, ?, 'waiting', ?, ?, '{}', '{}')
     ON CONFLICT (project_id, kind) DO UPDATE SET deletion_id = excluded.deletion_id,
       account_id = excluded.account_id, name = excluded.name, owner_ids = excluded.owner_ids,
       state = excluded.state, requested_at = excluded.requested_at, purge_at = excluded.purge_at,
       purged_at = NULL, steps = excluded.steps, counts = excluded.counts,
       images = iif(deletion_id = excluded.deletion_id, images, 0)`,
  );
  return {
    get: ({ projectId, kind }) => deletionOfRow(get.get(projectId, kind)),
    put: ({ projectId, kind, deletionId, accountId, name, ownerIds, requestedAt, purgeAt }) =>
      void put.run(
        projectId,
        kind,
        deletionId,
        accountId,
        name,
        JSON.stringify(ownerIds),
        requestedAt,
        purgeAt,
      ),
    remove: ({ projectId, kind }) => void remove.run(projectId, kind),
  };
}

type Progress = Pick<
  ProjectDeletions,
  'listDue' | 'takeUp' | 'putDown' | 'recordCount' | 'recordStep' | 'finish'
>;

const readDue = sqliteRow('project_deletions', { projectId: text });
const IS_THIS = 'project_id = ? AND kind = ? AND requested_at = ?';

/** The progress of projects' purges. */
function prepareProgress(db: DatabaseSync): Progress {
  const due = db.prepare(
    `SELECT DISTINCT project_id FROM project_deletions
     WHERE state <> 'purged' AND purge_at <= ? ORDER BY purge_at LIMIT ?`,
  );
  const takeUp = db.prepare(
    `UPDATE project_deletions SET state = 'purging', lease_until = ?
     WHERE project_id = ? AND kind = ? AND state <> 'purged' AND purge_at <= ?
       AND (lease_until <= ? OR lease_until > ?)
     RETURNING *`,
  );
  const putDown = db.prepare(`UPDATE project_deletions SET lease_until = 0 WHERE ${IS_THIS}`);
  // json_patch lets the later value win: an existing entry stays
  const note = (column: 'steps' | 'counts') =>
    db.prepare(
      `UPDATE project_deletions SET ${column} = json_patch(json_object(?, ?), ${column}) WHERE ${IS_THIS}`,
    );
  const [addStep, addCount] = [note('steps'), note('counts')];
  const finish = db.prepare(
    `UPDATE project_deletions SET state = 'purged', purged_at = ? WHERE ${IS_THIS}`,
  );
  return {
    listDue: async (now, limit) => due.all(now, limit).map((row) => readDue(row).projectId),
    takeUp: async ({ projectId, kind }, now, leaseUntil) => {
      const latest = latestLeaseEnd({ now, leaseMs: leaseUntil - now });
      const row = fromReserve(db, () => takeUp.get(leaseUntil, projectId, kind, now, now, latest));
      return row && deletionOfRow(row);
    },
    putDown: async ({ projectId, kind, requestedAt }) =>
      void fromReserve(db, () => putDown.run(projectId, kind, requestedAt)),
    recordCount: async ({ projectId, kind, requestedAt }, step, count) =>
      void fromReserve(db, () => addCount.run(step, count, projectId, kind, requestedAt)),
    recordStep: async ({ projectId, kind, requestedAt }, step, at) =>
      fromReserve(db, () => addStep.run(step, at, projectId, kind, requestedAt)).changes > 0,
    finish: async ({ projectId, kind, requestedAt }, at) =>
      fromReserve(db, () => finish.run(at, projectId, kind, requestedAt)).changes > 0,
  };
}

function prepareRequest(db: DatabaseSync, rows: DeletionRows): ProjectDeletions['request'] {
  const isLive = db.prepare(
    'SELECT 1 FROM projects WHERE project_id = ? AND account_id = ? AND deleted_at IS NULL',
  );
  const close = db.prepare('UPDATE projects SET deleted_at = ?, purge_at = ? WHERE project_id = ?');
  const endAccount = db.prepare(
    'UPDATE accounts SET deleted_at = coalesce(deleted_at, ?) WHERE account_id = ?',
  );
  return async (requested, withAccount) =>
    fromReserve(db, () => {
      const { projectId, kind, accountId, requestedAt, purgeAt } = requested;
      if (!isLive.get(projectId, accountId)) return false;
      const before = rows.get({ projectId, kind });
      const goesOn = kind === 'empty' && before !== undefined && before.state !== 'purged';
      rows.put(goesOn ? { ...requested, deletionId: before.deletionId } : requested);
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
