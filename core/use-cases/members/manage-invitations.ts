import { type Invitation, invitationEnd } from '../../accounts/invitation.ts';
import { isEnough } from '../../accounts/roles.ts';
import type { InputOf } from '../../api/call-types.ts';
import type { DescribedInvitation } from '../../api/calls/members.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { encodeIdBytes } from '../../images/ids.ts';
import type { Services } from '../../ports/services.ts';
import { createKey, hashKey } from '../../projects/credentials.ts';
import type { Member } from '../access/authorize-member.ts';
import { describeInvitation } from './describe-member.ts';
import { findInviterName } from './find-inviter-name.ts';

/** The valid invitations of a project, oldest first: their senders may still grant the role. */
export async function listOpenInvitations(
  { clock, invitations, memberships }: Pick<Services, 'clock' | 'invitations' | 'memberships'>,
  projectId: string,
): Promise<Invitation[]> {
  const [found, members] = await Promise.all([
    invitations.listInvitations(projectId, clock()),
    memberships.listMembers(projectId),
  ]);
  const roles = new Map(members.map(({ accountId, role }) => [accountId, role]));
  return found.filter(({ invitedBy, role }) => {
    const own = roles.get(invitedBy);
    return own !== undefined && isEnough(own, role);
  });
}

/** The open invitations of a project. */
export async function listInvitations(
  services: Pick<Services, 'clock' | 'invitations' | 'memberships'>,
  { project }: Member,
): Promise<{ invitations: DescribedInvitation[] }> {
  const open = await listOpenInvitations(services, project.projectId);
  return { invitations: open.map(describeInvitation) };
}

type Needs = Pick<
  Services,
  'clock' | 'randomBytes' | 'invitations' | 'memberships' | 'userInfo' | 'log'
>;

/**
 * The count is read without a lock, so parallel calls may exceed the limit by their number: it
 * bounds a list, not a bill.
 */
async function requireRoom(services: Needs, projectId: string): Promise<void> {
  const open = await listOpenInvitations(services, projectId);
  if (open.length < LIMITS.maxOpenInvitations) return;
  throw new ServiceError('too_many_invitations', {
    detail: `A project may have at most ${LIMITS.maxOpenInvitations} open invitations; revoke one.`,
  });
}

/**
 * Invites an address to a project and shows the code, only in this response. Throws
 * insufficient_role, too_many_invitations.
 */
export async function inviteMember(
  services: Needs,
  member: Member,
  { email, role }: InputOf<'inviteMember'>,
): Promise<DescribedInvitation & { invitation: string }> {
  const { account, role: ownRole } = member;
  const { projectId } = member.project;
  if (!isEnough(ownRole, role)) {
    const detail = `You cannot invite to a role above your own, which is ${ownRole}.`;
    throw new ServiceError('insufficient_role', { detail });
  }
  await requireRoom(services, projectId);
  const inviterName = await findInviterName(services, member);
  const invitedAt = services.clock();
  const code = createKey('inv_', services.randomBytes);
  const invitation: Invitation = {
    invitationId: `ivt_${encodeIdBytes(services.randomBytes(26))}`,
    projectId,
    email,
    role,
    invitedAt,
    invitedBy: account.accountId,
    expiresAt: invitationEnd(invitedAt),
    ...(inviterName !== undefined && { inviterName }),
  };
  await services.invitations.addInvitation(hashKey(code), invitation);
  return { ...describeInvitation(invitation), invitation: code };
}

/** Ends an invitation; throws invitation_not_found, also for another project's. */
export async function revokeInvitation(
  { clock, invitations }: Pick<Services, 'clock' | 'invitations'>,
  { project }: Member,
  { invitationId }: InputOf<'revokeInvitation'>,
): Promise<{ message: 'invitation_revoked' }> {
  const { projectId } = project;
  const isRevoked = await invitations.revokeInvitation(projectId, invitationId, clock());
  if (!isRevoked) throw new ServiceError('invitation_not_found');
  return { message: 'invitation_revoked' };
}
