import type { DatabaseSync } from 'node:sqlite';
import type {
  AccountDirectory,
  ListedAccount,
} from '../../../core/ports/members/account-directory.ts';

interface AccountRow {
  readonly account_id: string;
  readonly plan: string;
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly created_at: number;
}

function listedOf({ account_id, plan, issuer, subject, created_at }: AccountRow): ListedAccount {
  const identity = issuer === null || subject === null ? null : { issuer, subject };
  return { accountId: account_id, identity, plan, createdAt: created_at };
}

/** Every account, in SQLite: by their ids, a page at a time. */
export function createSqliteAccountDirectory(db: DatabaseSync): AccountDirectory {
  const page = db.prepare(
    'SELECT * FROM accounts WHERE account_id > ? ORDER BY account_id LIMIT ?',
  );
  const setPlan = db.prepare('UPDATE accounts SET plan = ? WHERE account_id = ?');
  return {
    listAccounts: async (limit, after) => {
      const rows = page.all(after ?? '', limit + 1) as unknown as AccountRow[];
      const accounts = rows.slice(0, limit).map(listedOf);
      return { accounts, next: rows.length > limit ? (accounts.at(-1)?.accountId ?? null) : null };
    },
    setPlan: async (accountId, plan) => setPlan.run(plan, accountId).changes > 0,
  };
}
