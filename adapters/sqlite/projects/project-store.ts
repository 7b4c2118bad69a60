import type { DatabaseSync } from 'node:sqlite';
import type { ProjectStore } from '../../../core/ports/projects/project-store.ts';
import { createPlanNamed, type PlanNamed } from '../../../core/projects/plans.ts';
import type { Project, ProjectEnd } from '../../../core/projects/project.ts';
import { DEFAULT_SETTINGS, type ProjectSettings } from '../../../core/projects/project-settings.ts';
import type { Suspension } from '../../../core/projects/suspension.ts';
import { inTransaction } from '../database/open-database.ts';
import { prepareProjectRows } from './project-rows.ts';

interface ProjectRow {
  readonly project_id: string;
  readonly account_id: string;
  readonly name: string;
  readonly allowed_origins: string;
  readonly created_at: number;
  readonly plan: string;
  readonly settings: string;
  readonly is_default: number;
  readonly deleted_at: number | null;
  readonly purge_at: number | null;
  /** As JSON. */
  readonly suspension: string | null;
}

function settingsOf({ settings }: Pick<ProjectRow, 'settings'>): ProjectSettings {
  return { ...DEFAULT_SETTINGS, ...JSON.parse(settings) };
}

function endOf({ deleted_at, purge_at }: ProjectRow): ProjectEnd | null {
  if (deleted_at === null || purge_at === null) return null;
  return { deletedAt: deleted_at, purgeAt: purge_at };
}

function suspensionOf({ suspension }: Pick<ProjectRow, 'suspension'>) {
  return suspension === null ? {} : { suspension: JSON.parse(suspension) as Suspension };
}

function projectOfRow(row: ProjectRow, planNamed: PlanNamed): Project {
  return {
    projectId: row.project_id,
    accountId: row.account_id,
    name: row.name,
    allowedOrigins: JSON.parse(row.allowed_origins),
    plan: planNamed(row.plan),
    createdAt: row.created_at,
    settings: settingsOf(row),
    isDefault: row.is_default === 1,
    deletion: endOf(row),
    ...suspensionOf(row),
  };
}

/** Projects and the accounts that own them, in SQLite. */
export function createSqliteProjectStore(
  db: DatabaseSync,
  planNamed: PlanNamed = createPlanNamed(),
): ProjectStore {
  const columns = 'SELECT projects.*, accounts.plan FROM projects JOIN accounts USING (account_id)';
  const get = db.prepare(`${columns} WHERE project_id = ?`);
  const list = db.prepare(`${columns} WHERE account_id = ? ORDER BY projects.created_at`);
  const addAccount = db.prepare(
    'INSERT INTO accounts (account_id, plan) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const rows = prepareProjectRows(db);
  const setOrigins = db.prepare('UPDATE projects SET allowed_origins = ? WHERE project_id = ?');
  const getSettings = db.prepare(
    'SELECT settings, suspension FROM projects WHERE project_id = ? AND deleted_at IS NULL',
  );
  const setAll = db.prepare(
    `UPDATE projects SET settings = ?, name = coalesce(?, name), allowed_origins = coalesce(?, allowed_origins)
     WHERE project_id = ?`,
  );
  return {
    getProject: async (projectId) => {
      const row = get.get(projectId) as ProjectRow | undefined;
      return row && projectOfRow(row, planNamed);
    },
    listProjects: async (accountId) =>
      (list.all(accountId) as unknown as ProjectRow[]).map((row) => projectOfRow(row, planNamed)),
    addProject: async (project, maxProjects = null) =>
      inTransaction(db, () => {
        if (!rows.isRoom(project.accountId, maxProjects)) return 'quota_exceeded';
        addAccount.run(project.accountId, project.plan.name);
        rows.add(project);
        return 'added';
      }),
    setAllowedOrigins: async (projectId, origins) =>
      void setOrigins.run(JSON.stringify(origins), projectId),
    getSettings: async (projectId) => {
      const row = getSettings.get(projectId) as
        | Pick<ProjectRow, 'settings' | 'suspension'>
        | undefined;
      return row && { ...settingsOf(row), ...suspensionOf(row) };
    },
    changeSettings: async (projectId, { name = null, allowedOrigins, ...change }) =>
      inTransaction(db, () => {
        const row = getSettings.get(projectId) as Pick<ProjectRow, 'settings'> | undefined;
        if (!row) return false;
        const settings = JSON.stringify({ ...JSON.parse(row.settings), ...change });
        const origins = allowedOrigins ? JSON.stringify(allowedOrigins) : null;
        setAll.run(settings, name, origins, projectId);
        return true;
      }),
  };
}
