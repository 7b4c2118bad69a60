import type { DatabaseSync } from 'node:sqlite';
import type { AccountDirectory } from '../../../core/ports/members/account-directory.ts';
import { accountOfRow } from './account-rows.ts';

/** Every account, in SQLite: by their ids, a page at a time. */
export function createSqliteAccountDirectory(db: DatabaseSync): AccountDirectory {
  const page = db.prepare(
    'SELECT * FROM accounts WHERE account_id > ? ORDER BY account_id LIMIT ?',
  );
  // the operator's word ends a lift of the console, too
  const setPlan = db.prepare(
    'UPDATE accounts SET plan = ?, lifted_from = NULL WHERE account_id = ?',
  );
  return {
    listAccounts: async (limit, after) => {
      const rows = page.all(after ?? '', limit + 1);
      const accounts = rows.slice(0, limit).map((row) => {
        const { deletedAt: _, ...listed } = accountOfRow(row);
        return listed;
      });
      return { accounts, next: rows.length > limit ? (accounts.at(-1)?.accountId ?? null) : null };
    },
    setPlan: async (accountId, plan) => setPlan.run(plan, accountId).changes > 0,
  };
}
