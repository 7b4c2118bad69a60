import { createHash } from 'node:crypto';
import type { Identity } from '../../../core/accounts/account.ts';

/** Under what it stands whose account an identity has: of fixed length, whatever an issuer calls people. */
export function identityEntity({ issuer, subject }: Identity): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
  return `identity#${hash}`;
}
