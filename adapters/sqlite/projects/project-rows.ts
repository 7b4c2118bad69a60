import type { DatabaseSync } from 'node:sqlite';
import type { NewProject } from '../../../core/projects/project.ts';
import { number } from '../../rows/columns.ts';
import { sqliteValue } from '../database/read-row.ts';

/** Writes of projects within the caller's transaction. */
export interface ProjectRows {
  /** The number of an account's projects. */
  count(accountId: string): number;
  /** Whether the account may have another one; null: any number. */
  isRoom(accountId: string, maxProjects: number | null): boolean;
  add(project: NewProject): void;
}

export function prepareProjectRows(db: DatabaseSync): ProjectRows {
  const all = db.prepare('SELECT count(*) AS count FROM projects WHERE account_id = ?');
  const count = (accountId: string) => sqliteValue('projects', all.get(accountId), 'count', number);
  const add = db.prepare(
    `INSERT INTO projects (project_id, account_id, name, allowed_origins, created_at, settings, is_default)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    count,
    isRoom: (accountId, maxProjects) => maxProjects === null || count(accountId) < maxProjects,
    add: ({ projectId, accountId, name, allowedOrigins, createdAt, ...rest }) => {
      const { settings = {}, isDefault = false } = rest;
      add.run(
        projectId,
        accountId,
        name,
        JSON.stringify(allowedOrigins),
        createdAt,
        JSON.stringify(settings),
        isDefault ? 1 : 0,
      );
    },
  };
}
