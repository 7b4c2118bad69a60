import type { DatabaseSync } from 'node:sqlite';
import type { Account } from '../../../core/accounts/account.ts';
import type { AccountStore } from '../../../core/ports/members/account-store.ts';
import { createPlanNamed, type PlanNamed } from '../../../core/projects/plans.ts';
import { inTransaction } from '../database/open-database.ts';
import { prepareProjectRows } from '../projects/project-rows.ts';
import { accountOfRow, prepareAccountRows, type StoredAccount } from './account-rows.ts';

/** Users' accounts in SQLite. */
export function createSqliteAccountStore(
  db: DatabaseSync,
  planNamed: PlanNamed = createPlanNamed(),
): AccountStore {
  const byId = db.prepare('SELECT * FROM accounts WHERE account_id = ?');
  const accounts = prepareAccountRows(db);
  const rows = prepareProjectRows(db);
  const addOwner = db.prepare(
    "INSERT INTO members (project_id, account_id, role, created_at) VALUES (?, ?, 'owner', ?)",
  );
  const planned = (account: StoredAccount | undefined): Account | undefined =>
    account && { ...account, plan: planNamed(account.plan) };
  const findById = (accountId: string) => {
    const row = byId.get(accountId);
    return planned(row && accountOfRow(row));
  };
  return {
    getAccount: async (accountId) => findById(accountId),
    findByIdentity: async (identity) => planned(accounts.find(identity)),
    openAccount: async (account, project) =>
      inTransaction(db, () => {
        const { accountId, identity, createdAt } = account;
        const known = planned(accounts.find(identity));
        if (known) return known;
        accounts.add(account);
        rows.add(project);
        addOwner.run(project.projectId, accountId, createdAt);
        return account;
      }),
    countProjects: async (accountId) => rows.count(accountId),
    addProject: async (project, maxProjects) =>
      inTransaction(db, () => {
        const { projectId, accountId, createdAt } = project;
        if (findById(accountId)?.deletedAt !== undefined) return 'deleting';
        if (!rows.isRoom(accountId, maxProjects)) return 'quota_exceeded';
        rows.add(project);
        addOwner.run(projectId, accountId, createdAt);
        return 'added';
      }),
  };
}
