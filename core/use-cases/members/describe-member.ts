import type { Invitation } from '../../accounts/invitation.ts';
import { isEnough, type Role } from '../../accounts/roles.ts';
import type { DescribedInvitation, DescribedMember } from '../../api/calls/members.ts';
import type { Membership } from '../../ports/members/membership-store.ts';
import type { Member } from '../access/authorize-member.ts';

/**
 * Admins and owners see the e-mail address of a member, and so does the member
 * (docs/decisions/0017).
 */
const SEES_ADDRESSES: Role = 'admin';

/** A member as the API shows it to another member. */
export function describeMember(
  { accountId, role, email, createdAt }: Membership,
  { account }: Pick<Member, 'account'>,
  ownRole: Role,
): DescribedMember {
  const isYou = accountId === account.accountId;
  const isShown = isYou || isEnough(ownRole, SEES_ADDRESSES);
  return {
    accountId,
    role,
    isYou,
    email: (isShown ? email : undefined) ?? null,
    joinedAt: new Date(createdAt).toISOString(),
  };
}

/** An invitation as the API shows it. */
export function describeInvitation(invitation: Invitation): DescribedInvitation {
  const { invitationId, email, role, invitedBy, invitedAt, expiresAt } = invitation;
  return {
    invitationId,
    email,
    role,
    invitedBy,
    invitedAt: new Date(invitedAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}
