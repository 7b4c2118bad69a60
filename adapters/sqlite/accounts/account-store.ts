import type { DatabaseSync } from 'node:sqlite';
import type { Account } from '../../../core/accounts/account.ts';
import type { AccountStore } from '../../../core/ports/members/account-store.ts';
import { createPlanNamed, type PlanNamed } from '../../../core/projects/plans.ts';
import type { Row } from '../../rows/columns.ts';
import { inTransaction } from '../database/open-database.ts';
import { prepareProjectRows } from '../projects/project-rows.ts';
import { accountOfRow } from './account-rows.ts';

/** Users' accounts in SQLite. */
export function createSqliteAccountStore(
  db: DatabaseSync,
  planNamed: PlanNamed = createPlanNamed(),
): AccountStore {
  const byId = db.prepare('SELECT * FROM accounts WHERE account_id = ?');
  const byIdentity = db.prepare('SELECT * FROM accounts WHERE issuer = ? AND subject = ?');
  const addAccount = db.prepare(
    'INSERT INTO accounts (account_id, plan, issuer, subject, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const rows = prepareProjectRows(db);
  const addOwner = db.prepare(
    "INSERT INTO members (project_id, account_id, role, created_at) VALUES (?, ?, 'owner', ?)",
  );
  const find = (row: Row | undefined): Account | undefined => {
    const account = row && accountOfRow(row);
    return account && { ...account, plan: planNamed(account.plan) };
  };
  return {
    getAccount: async (accountId) => find(byId.get(accountId)),
    findByIdentity: async ({ issuer, subject }) => find(byIdentity.get(issuer, subject)),
    openAccount: async (account, project) =>
      inTransaction(db, () => {
        const { accountId, identity, plan, createdAt } = account;
        const known = find(byIdentity.get(identity.issuer, identity.subject));
        if (known) return known;
        addAccount.run(accountId, plan.name, identity.issuer, identity.subject, createdAt);
        rows.add(project);
        addOwner.run(project.projectId, accountId, createdAt);
        return account;
      }),
    countProjects: async (accountId) => rows.count(accountId),
    addProject: async (project, maxProjects) =>
      inTransaction(db, () => {
        const { projectId, accountId, createdAt } = project;
        if (find(byId.get(accountId))?.deletedAt !== undefined) return 'deleting';
        if (!rows.isRoom(accountId, maxProjects)) return 'quota_exceeded';
        rows.add(project);
        addOwner.run(projectId, accountId, createdAt);
        return 'added';
      }),
  };
}
