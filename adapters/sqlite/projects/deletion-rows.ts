import type { DatabaseSync } from 'node:sqlite';
import type {
  AskedDeletion,
  DeletionKey,
  ProjectDeletion,
} from '../../../core/projects/project-deletion.ts';
import { type ColumnsOf, json, list, mapOf, number, text } from '../../rows/columns.ts';
import { DELETION } from '../../rows/deletion-columns.ts';
import { sqliteRow } from '../database/read-row.ts';

const noted = json(mapOf(number));

/** A row as the record that it holds. */
export const deletionOfRow = sqliteRow('project_deletions', {
  ...DELETION,
  ownerIds: json(list(text)),
  steps: noted,
  counts: noted,
} satisfies ColumnsOf<ProjectDeletion>);

/** Reads and writes of deletions within somebody's transaction. */
export interface DeletionRows {
  get(key: DeletionKey): ProjectDeletion | undefined;
  /** In the place of any other of the same kind. */
  put(deletion: AskedDeletion): void;
  remove(key: DeletionKey): void;
}

export function prepareDeletionRows(db: DatabaseSync): DeletionRows {
  const get = db.prepare('SELECT * FROM project_deletions WHERE project_id = ? AND kind = ?');
  const remove = db.prepare('DELETE FROM project_deletions WHERE project_id = ? AND kind = ?');
  // one that goes on keeps its count of images, and whoever is at it
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
        ...[projectId, kind, deletionId, accountId, name, JSON.stringify(ownerIds)],
        ...[requestedAt, purgeAt],
      ),
    remove: ({ projectId, kind }) => void remove.run(projectId, kind),
  };
}
