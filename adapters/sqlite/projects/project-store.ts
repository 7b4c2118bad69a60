import type { DatabaseSync } from 'node:sqlite';
import type { ProjectStore } from '../../../core/ports/projects/project-store.ts';
import { createPlanNamed, type PlanNamed } from '../../../core/projects/plans.ts';
import type { OpenProject, Project } from '../../../core/projects/project.ts';
import {
  type ColumnsOf,
  fields,
  json,
  list,
  number,
  object,
  optional,
  orNull,
  type Row,
  text,
} from '../../rows/columns.ts';
import { raisedUploads, SETTINGS, spentBandwidth, suspension } from '../../rows/project-columns.ts';
import { inTransaction } from '../database/open-database.ts';
import { flag, sqliteRow } from '../database/read-row.ts';
import { prepareProjectRows } from './project-rows.ts';

const OPEN_PROJECT = {
  projectId: text,
  accountId: text,
  name: text,
  allowedOrigins: json(list(text)),
  createdAt: number,
  settings: json(fields(SETTINGS)),
  isDefault: flag,
  suspension: optional(json(suspension)),
  raisedUploads: optional(json(raisedUploads)),
  spentBandwidth: optional(json(spentBandwidth)),
} satisfies ColumnsOf<OpenProject>;

const readOpenProject = sqliteRow('projects', OPEN_PROJECT);
const readProject = sqliteRow('projects', {
  ...OPEN_PROJECT,
  plan: text,
  deletedAt: orNull(number),
  purgeAt: orNull(number),
});
const readPlan = sqliteRow('accounts', { plan: text });

/** As they are stored, those of a later version included. */
const readStored = sqliteRow('projects', { settings: json(object) });

function projectOfRow(row: Row, planNamed: PlanNamed): Project {
  const { plan, deletedAt, purgeAt, ...project } = readProject(row);
  const isDeleted = deletedAt !== null && purgeAt !== null;
  const deletion = isDeleted ? { deletedAt, purgeAt } : null;
  return { ...project, plan: planNamed(plan), deletion };
}

/** Projects and the accounts that own them, in SQLite. */
export function createSqliteProjectStore(
  db: DatabaseSync,
  planNamed: PlanNamed = createPlanNamed(),
): ProjectStore {
  const columns = 'SELECT projects.*, accounts.plan FROM projects JOIN accounts USING (account_id)';
  const get = db.prepare(`${columns} WHERE project_id = ?`);
  const listAll = db.prepare(`${columns} WHERE account_id = ? ORDER BY projects.created_at`);
  const addAccount = db.prepare(
    'INSERT INTO accounts (account_id, plan) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const rows = prepareProjectRows(db);
  const setOrigins = db.prepare('UPDATE projects SET allowed_origins = ? WHERE project_id = ?');
  const getOpen = db.prepare('SELECT * FROM projects WHERE project_id = ? AND deleted_at IS NULL');
  const getPlan = db.prepare('SELECT plan FROM accounts WHERE account_id = ?');
  const setSpent = db.prepare('UPDATE projects SET spent_bandwidth = ? WHERE project_id = ?');
  const setAll = db.prepare(
    `UPDATE projects SET settings = ?, name = coalesce(?, name), allowed_origins = coalesce(?, allowed_origins)
     WHERE project_id = ?`,
  );
  return {
    getProject: async (projectId) => {
      const row = get.get(projectId);
      return row && projectOfRow(row, planNamed);
    },
    getOpenProject: async (projectId) => readOpenProject(getOpen.get(projectId)),
    getPlan: async (accountId) => planNamed(readPlan(getPlan.get(accountId))?.plan ?? 'free'),
    listProjects: async (accountId) =>
      listAll.all(accountId).map((row) => projectOfRow(row, planNamed)),
    addProject: async (project, maxProjects = null) =>
      inTransaction(db, () => {
        if (!rows.isRoom(project.accountId, maxProjects)) return 'quota_exceeded';
        addAccount.run(project.accountId, project.plan.name);
        rows.add(project);
        return 'added';
      }),
    setAllowedOrigins: async (projectId, origins) =>
      void setOrigins.run(JSON.stringify(origins), projectId),
    noteSpentBandwidth: async (projectId, spent) =>
      void setSpent.run(JSON.stringify(spent), projectId),
    changeSettings: async (projectId, { name = null, allowedOrigins, ...change }) =>
      inTransaction(db, () => {
        const stored = readStored(getOpen.get(projectId));
        if (!stored) return false;
        const settings = JSON.stringify({ ...stored.settings, ...change });
        const origins = allowedOrigins ? JSON.stringify(allowedOrigins) : null;
        setAll.run(settings, name, origins, projectId);
        return true;
      }),
  };
}
