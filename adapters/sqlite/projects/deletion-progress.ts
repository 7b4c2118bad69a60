import type { DatabaseSync } from 'node:sqlite';
import type { ProjectDeletions } from '../../../core/ports/projects/project-deletions.ts';
import { text } from '../../rows/columns.ts';
import { fromReserve } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';
import { deletionOfRow } from './deletion-rows.ts';

type Progress = Pick<
  ProjectDeletions,
  'listDue' | 'takeUp' | 'putDown' | 'recordCount' | 'recordStep' | 'finish'
>;

const readDue = sqliteRow('project_deletions', { projectId: text });
const IS_THIS = 'project_id = ? AND kind = ? AND requested_at = ?';

/** How far purges of projects have come. */
export function prepareProgress(db: DatabaseSync): Progress {
  const due = db.prepare(
    `SELECT DISTINCT project_id FROM project_deletions
     WHERE state <> 'purged' AND purge_at <= ? ORDER BY purge_at LIMIT ?`,
  );
  const takeUp = db.prepare(
    `UPDATE project_deletions SET state = 'purging', lease_until = ?
     WHERE project_id = ? AND kind = ? AND state <> 'purged' AND purge_at <= ? AND lease_until <= ?
     RETURNING *`,
  );
  const putDown = db.prepare(`UPDATE project_deletions SET lease_until = 0 WHERE ${IS_THIS}`);
  // json_patch puts the later above the earlier: what is noted already stays
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
      const row = fromReserve(db, () => takeUp.get(leaseUntil, projectId, kind, now, now));
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
