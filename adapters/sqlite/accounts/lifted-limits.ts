import type { DatabaseSync } from 'node:sqlite';
import { text } from '../../rows/columns.ts';
import { inTransaction } from '../database/open-database.ts';
import { sqliteValue } from '../database/read-row.ts';

/** The limits of accounts that the operator of this machine lifts until they are restored. */
export interface LiftedLimits {
  isLifted(accountId: string): boolean;
  /** Puts accounts on the plan `unlimited`, and keeps their plans for `restore`. */
  lift(accountIds: readonly string[]): void;
  /** Puts every lifted account back on its plan. */
  restore(): void;
  /** The living projects of these accounts. */
  projectsOf(accountIds: readonly string[]): readonly string[];
}

/** See LiftedLimits; each change is one transaction. */
export function createSqliteLiftedLimits(db: DatabaseSync): LiftedLimits {
  const lifted = db.prepare(
    'SELECT 1 FROM accounts WHERE account_id = ? AND lifted_from IS NOT NULL',
  );
  const lift = db.prepare(
    `UPDATE accounts SET lifted_from = plan, plan = 'unlimited'
     WHERE account_id = ? AND lifted_from IS NULL`,
  );
  const restore = db.prepare(
    'UPDATE accounts SET plan = lifted_from, lifted_from = NULL WHERE lifted_from IS NOT NULL',
  );
  const projects = db.prepare(
    'SELECT project_id FROM projects WHERE account_id = ? AND deleted_at IS NULL',
  );
  return {
    isLifted: (accountId) => lifted.get(accountId) !== undefined,
    lift: (accountIds) =>
      inTransaction(db, () => {
        for (const accountId of accountIds) lift.run(accountId);
      }),
    restore: () => void restore.run(),
    projectsOf: (accountIds) =>
      accountIds.flatMap((accountId) =>
        projects.all(accountId).map((row) => sqliteValue('projects', row, 'project_id', text)),
      ),
  };
}
