import type { DatabaseSync } from 'node:sqlite';
import type { ProjectStore } from '../../core/ports.ts';
import { PLANS, type PlanName } from '../../core/projects/plans.ts';
import type { Project } from '../../core/projects/project.ts';
import { inTransaction } from '../sqlite-database/open-database.ts';

interface ProjectRow {
  readonly project_id: string;
  readonly account_id: string;
  readonly name: string;
  readonly allowed_origins: string;
  readonly created_at: number;
  readonly plan: PlanName;
}

function projectOfRow(row: ProjectRow): Project {
  return {
    projectId: row.project_id,
    accountId: row.account_id,
    name: row.name,
    allowedOrigins: JSON.parse(row.allowed_origins),
    plan: PLANS[row.plan],
    createdAt: row.created_at,
  };
}

/** Projects and the accounts that own them, in SQLite. */
export function createSqliteProjectStore(db: DatabaseSync): ProjectStore {
  const columns = 'SELECT projects.*, accounts.plan FROM projects JOIN accounts USING (account_id)';
  const get = db.prepare(`${columns} WHERE project_id = ?`);
  const list = db.prepare(`${columns} WHERE account_id = ? ORDER BY projects.created_at`);
  const addAccount = db.prepare(
    'INSERT INTO accounts (account_id, plan) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const add = db.prepare('INSERT INTO projects VALUES (?, ?, ?, ?, ?)');
  const setOrigins = db.prepare('UPDATE projects SET allowed_origins = ? WHERE project_id = ?');
  return {
    getProject: async (projectId) => {
      const row = get.get(projectId) as ProjectRow | undefined;
      return row && projectOfRow(row);
    },
    listProjects: async (accountId) =>
      (list.all(accountId) as unknown as ProjectRow[]).map(projectOfRow),
    addProject: async ({ projectId, accountId, name, allowedOrigins, plan, createdAt }) =>
      inTransaction(db, () => {
        addAccount.run(accountId, plan.name);
        add.run(projectId, accountId, name, JSON.stringify(allowedOrigins), createdAt);
      }),
    setAllowedOrigins: async (projectId, origins) =>
      void setOrigins.run(JSON.stringify(origins), projectId),
  };
}
