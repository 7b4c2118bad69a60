import { type Invitation, invitationEnd } from '../../accounts/invitation.ts';
import { isEnough, type Role } from '../../accounts/roles.ts';
import { inviteMember as CONTRACT } from '../../api/calls/invite-member.ts';
import type { DescribedInvitation } from '../../api/calls/member-shapes.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { encodeIdBytes } from '../../images/ids.ts';
import type { Services } from '../../ports/services.ts';
import { createKey, hashKey } from '../../projects/credentials.ts';
import type { Person } from '../access/authenticate-person.ts';
import { requireRole } from '../access/require-role.ts';
import { describeInvitation } from './describe-member.ts';
import { listOpenInvitations } from './list-open-invitations.ts';

type Needs = Pick<Services, 'clock' | 'randomBytes' | 'invitations' | 'memberships' | 'projects'>;

/** Those of a moment are counted, so parallel calls may pass the bound by as many as they are: it bounds a list, not a bill. */
async function requireRoom(services: Needs, projectId: string): Promise<void> {
  const open = await listOpenInvitations(services, projectId);
  if (open.length < LIMITS.maxOpenInvitations) return;
  throw new ServiceError('too_many_invitations', {
    detail: `A project may have at most ${LIMITS.maxOpenInvitations} open invitations; revoke one.`,
  });
}

/** Invites an address to a project and shows the code, this once. Throws project_not_found, insufficient_role, too_many_invitations. */
export async function inviteMember(
  services: Needs,
  person: Person,
  { projectId, email, role }: { projectId: string; email: string; role: Role },
): Promise<DescribedInvitation & { invitation: string }> {
  const own = await requireRole(services, person, projectId, CONTRACT.credential.role);
  if (!isEnough(own.role, role)) {
    const detail = `You cannot invite to a role above your own, which is ${own.role}.`;
    throw new ServiceError('insufficient_role', { detail });
  }
  await requireRoom(services, projectId);
  const invitedAt = services.clock();
  const code = createKey('inv_', services.randomBytes);
  const invitation: Invitation = {
    invitationId: `ivt_${encodeIdBytes(services.randomBytes(26))}`,
    projectId,
    email,
    role,
    invitedAt,
    invitedBy: person.account.accountId,
    expiresAt: invitationEnd(invitedAt),
  };
  await services.invitations.addInvitation(hashKey(code), invitation);
  return { ...describeInvitation(invitation), invitation: code };
}
