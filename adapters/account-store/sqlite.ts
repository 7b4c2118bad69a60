import type { DatabaseSync } from 'node:sqlite';
import type { Account } from '../../core/accounts/account.ts';
import type { AccountStore } from '../../core/accounts/account-store.ts';
import { createPlanNamed, type PlanNamed } from '../../core/projects/plans.ts';
import { inTransaction } from '../sqlite-database/open-database.ts';

interface AccountRow {
  readonly account_id: string;
  readonly plan: string;
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly created_at: number;
}

function accountOfRow(row: AccountRow, planNamed: PlanNamed): Account {
  const { account_id, plan, issuer, subject, created_at } = row;
  const identity = issuer === null || subject === null ? null : { issuer, subject };
  return { accountId: account_id, identity, plan: planNamed(plan), createdAt: created_at };
}

/** People's accounts in SQLite. */
export function createSqliteAccountStore(
  db: DatabaseSync,
  planNamed: PlanNamed = createPlanNamed(),
): AccountStore {
  const byId = db.prepare('SELECT * FROM accounts WHERE account_id = ?');
  const byIdentity = db.prepare('SELECT * FROM accounts WHERE issuer = ? AND subject = ?');
  const addAccount = db.prepare(
    'INSERT INTO accounts (account_id, plan, issuer, subject, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const addProject = db.prepare(
    'INSERT INTO projects (project_id, account_id, name, allowed_origins, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const addOwner = db.prepare(
    "INSERT INTO members (project_id, account_id, role, created_at) VALUES (?, ?, 'owner', ?)",
  );
  const find = (row: unknown) => (row ? accountOfRow(row as AccountRow, planNamed) : undefined);
  return {
    getAccount: async (accountId) => find(byId.get(accountId)),
    findByIdentity: async ({ issuer, subject }) => find(byIdentity.get(issuer, subject)),
    openAccount: async (account, project) =>
      inTransaction(db, () => {
        const { accountId, identity, plan, createdAt } = account;
        const known = find(byIdentity.get(identity.issuer, identity.subject));
        if (known) return known;
        addAccount.run(accountId, plan.name, identity.issuer, identity.subject, createdAt);
        const { projectId, name, allowedOrigins } = project;
        addProject.run(projectId, accountId, name, JSON.stringify(allowedOrigins), createdAt);
        addOwner.run(projectId, accountId, createdAt);
        return account;
      }),
  };
}
