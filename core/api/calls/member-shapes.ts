import * as z from 'zod/mini';
import { ROLES } from '../../accounts/roles.ts';

const role = z.enum(ROLES);

/** A member as the API describes them. `email` is the address that they were invited by: to admins, owners and themselves; null to others, and of who made the project. */
export const memberShape = z.object({
  accountId: z.string(),
  role,
  email: z.nullable(z.string()),
  joinedAt: z.string(),
  isYou: z.boolean(),
});

/** What the API answers of a member. */
export type DescribedMember = z.infer<typeof memberShape>;

/** An open invitation as the API describes it; its code is answered once, where it is made. */
export const invitationShape = z.object({
  invitationId: z.string(),
  email: z.string(),
  role,
  invitedBy: z.string(),
  invitedAt: z.string(),
  expiresAt: z.string(),
});

/** What the API answers of an invitation. */
export type DescribedInvitation = z.infer<typeof invitationShape>;

export const EXAMPLE_ACCOUNT_ID = `acc_${'b'.repeat(26)}`;
export const EXAMPLE_INVITATION_CODE = `inv_${'a'.repeat(30)}1AbCdE`;
export const EXAMPLE_MEMBER = {
  accountId: EXAMPLE_ACCOUNT_ID,
  role: 'editor',
  email: 'ben@example.com',
  joinedAt: '2026-11-22T09:00:00.000Z',
  isYou: false,
} as const;
export const EXAMPLE_INVITATION = {
  invitationId: `ivt_${'a'.repeat(26)}`,
  email: 'ben@example.com',
  role: 'editor',
  invitedBy: `acc_${'a'.repeat(26)}`,
  invitedAt: '2026-11-21T09:00:00.000Z',
  expiresAt: '2026-11-28T09:00:00.000Z',
} as const;
