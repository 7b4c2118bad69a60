import { describe, expect, it } from 'vitest';
import { checkRole, writeRole } from '../../../adapters/dynamodb/members/member-rows.ts';
import type { Membership } from '../../../core/ports/members/membership-store.ts';

/** A whole record is a key to TypeScript, and a ValidationException to DynamoDB. */
const MEMBERSHIP: Membership = {
  projectId: 'prj_a',
  accountId: 'acc_a',
  role: 'owner',
  createdAt: 1,
  email: 'ann@example.com',
};
const KEY = { projectId: 'prj_a', accountId: 'acc_a' };

describe('the key of a membership', () => {
  it('is its two attributes and nothing else, whatever else is known of the member', () => {
    expect(checkRole('members', MEMBERSHIP, 'owner').ConditionCheck?.Key).toEqual(KEY);
    expect(writeRole('members', MEMBERSHIP, 'owner', 'admin').Update?.Key).toEqual(KEY);
    expect(writeRole('members', MEMBERSHIP, 'owner', null).Delete?.Key).toEqual(KEY);
  });
});
