import type { DatabaseSync } from 'node:sqlite';
import type { Account, Identity } from '../../../core/accounts/account.ts';
import type { OpenedAccount } from '../../../core/ports/members/account-store.ts';
import { number, optional, orNull, type Row, text } from '../../rows/columns.ts';
import { sqliteRow } from '../database/read-row.ts';

const readRow = sqliteRow('accounts', {
  accountId: text,
  plan: text,
  issuer: orNull(text),
  subject: orNull(text),
  createdAt: number,
  deletedAt: optional(number),
});

/** A stored account, with the name of its plan. */
export interface StoredAccount extends Omit<Account, 'plan'> {
  readonly plan: string;
}

/** The account in a row. */
export function accountOfRow(row: Row): StoredAccount {
  const { issuer, subject, ...account } = readRow(row);
  const identity = issuer === null || subject === null ? null : { issuer, subject };
  return { ...account, identity };
}

/** Reads and adds the rows of users' accounts, within the caller's transaction. */
export function prepareAccountRows(db: DatabaseSync) {
  const byIdentity = db.prepare('SELECT * FROM accounts WHERE issuer = ? AND subject = ?');
  const insert = db.prepare(
    'INSERT INTO accounts (account_id, plan, issuer, subject, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  return {
    find: ({ issuer, subject }: Identity): StoredAccount | undefined => {
      const row = byIdentity.get(issuer, subject);
      return row && accountOfRow(row);
    },
    add({ accountId, plan, identity, createdAt }: OpenedAccount): void {
      insert.run(accountId, plan.name, identity.issuer, identity.subject, createdAt);
    },
  };
}
