import { createHash } from 'node:crypto';
import type { Account, Identity } from '../../../core/accounts/account.ts';
import { number, optional, type Row, text, withDefault } from '../../rows/columns.ts';
import { dynamoItem } from '../client/read-item.ts';

// of the operator's account no more is stored than its id, or its plan
const readItem = dynamoItem('projects', {
  entity: text,
  plan: withDefault(text, 'free'),
  issuer: optional(text),
  subject: optional(text),
  createdAt: withDefault(number, 0),
  deletedAt: optional(number),
  projectCount: optional(number),
});

/**
 * An account as it is stored: the name of its plan, and how many projects it has where they were
 * counted.
 */
export interface StoredAccount extends Omit<Account, 'plan'> {
  readonly plan: string;
  readonly projectCount?: number;
}

/** An item as the account that it holds. */
export function accountOfItem(item: Row): StoredAccount {
  const { entity, issuer, subject, ...account } = readItem(item);
  const identity = issuer === undefined || subject === undefined ? null : { issuer, subject };
  return { ...account, accountId: entity, identity };
}

/** Whose account an identity has, as its item says. */
export const readIdentity = dynamoItem('projects', { accountId: text });

/**
 * Under what it stands whose account an identity has: of fixed length, whatever an issuer calls
 * people.
 */
export function identityEntity({ issuer, subject }: Identity): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
  return `identity#${hash}`;
}
