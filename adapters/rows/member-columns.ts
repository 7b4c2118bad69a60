import type { Invitation } from '../../core/accounts/invitation.ts';
import { ROLES } from '../../core/accounts/roles.ts';
import type { Membership } from '../../core/ports/members/membership-store.ts';
import { type ColumnsOf, number, oneOf, optional, text } from './columns.ts';

export const role = oneOf(ROLES);

export const MEMBERSHIP = {
  projectId: text,
  accountId: text,
  role,
  createdAt: number,
  email: optional(text),
  invitationSha256: optional(text),
} satisfies ColumnsOf<Membership>;

export const INVITATION = {
  invitationId: text,
  projectId: text,
  email: text,
  role,
  invitedBy: text,
  inviterName: optional(text),
  invitedAt: number,
  expiresAt: number,
} satisfies ColumnsOf<Invitation>;
