import type { Account } from '../../../core/accounts/account.ts';
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
