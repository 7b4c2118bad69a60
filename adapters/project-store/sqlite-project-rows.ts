import type { DatabaseSync } from 'node:sqlite';
import type { NewProject } from '../../core/projects/project.ts';

/** Writes of projects within somebody's transaction. */
export interface ProjectRows {
  /** Whether the account may have one more; null: any number. */
  isRoom(accountId: string, maxProjects: number | null): boolean;
  add(project: NewProject): void;
}

export function prepareProjectRows(db: DatabaseSync): ProjectRows {
  const count = db.prepare('SELECT count(*) AS count FROM projects WHERE account_id = ?');
  const add = db.prepare(
    `INSERT INTO projects (project_id, account_id, name, allowed_origins, created_at, settings, is_default)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    isRoom: (accountId, maxProjects) =>
      maxProjects === null || (count.get(accountId) as { count: number }).count < maxProjects,
    add: ({ projectId, accountId, name, allowedOrigins, createdAt, ...rest }) => {
      const { settings = {}, isDefault = false } = rest;
      add.run(
        ...[projectId, accountId, name, JSON.stringify(allowedOrigins), createdAt],
        ...[JSON.stringify(settings), isDefault ? 1 : 0],
      );
    },
  };
}
