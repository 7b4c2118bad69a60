import { createHash } from 'node:crypto';
import type { Account, Identity } from '../../../core/accounts/account.ts';
import { number, optional, type Row, text, withDefault } from '../../rows/columns.ts';
import { dynamoItem } from '../client/read-item.ts';

// the operator's account is stored with its id only, or its plan
const readItem = dynamoItem('projects', {
  entity: text,
  plan: withDefault(text, 'free'),
  issuer: optional(text),
  subject: optional(text),
  createdAt: withDefault(number, 0),
  deletedAt: optional(number),
  projectCount: optional(number),
});

/** A stored account: the name of its plan, and its number of projects if they were counted. */
export interface StoredAccount extends Omit<Account, 'plan'> {
  readonly plan: string;
  readonly projectCount?: number;
}

/** The account in an item. */
export function accountOfItem(item: Row): StoredAccount {
  const { entity, issuer, subject, ...account } = readItem(item);
  const identity = issuer === undefined || subject === undefined ? null : { issuer, subject };
  return { ...account, accountId: entity, identity };
}

/** The account of an identity, from its item. */
export const readIdentity = dynamoItem('projects', { accountId: text });

/** The key of an identity's item: of fixed length, whatever subject an issuer uses. */
export function identityEntity({ issuer, subject }: Identity): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
  return `identity#${hash}`;
}
