import type { Invitation } from '../../accounts/invitation.ts';
import { isEnough } from '../../accounts/roles.ts';
import type { InputOf, ResultOf } from '../../api/call-types.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import { hashKey, isWellFormedKey } from '../../projects/credentials.ts';
import type { Visitor } from '../access/admit-visitor.ts';

type Needs = Pick<Services, 'clock' | 'invitations' | 'memberships' | 'projects'>;

/** One error for every code that isn't open; of one that expired, its holder knew the rest. */
function notFound(expired?: Invitation): ServiceError {
  const detail = 'The invitation was withdrawn, used, or has expired.';
  if (!expired) return new ServiceError('invitation_not_found', { detail });
  const { inviterName = null, expiresAt } = expired;
  const members = { endedAt: new Date(expiresAt).toISOString(), inviterName };
  return new ServiceError('invitation_not_found', { detail, members });
}

/**
 * Shows an invitation to the holder of its code, and changes nothing. Throws invitation_not_found
 * for each that acceptInvitation wouldn't find.
 */
export async function getInvitation(
  { clock, invitations, memberships, projects }: Needs,
  _visitor: Visitor,
  { invitation: code }: InputOf<'getInvitation'>,
): Promise<ResultOf<'getInvitation'>> {
  if (!isWellFormedKey(code, 'inv_')) throw notFound();
  const invitation = await invitations.readInvitation(hashKey(code));
  if (!invitation) throw notFound();
  const { invitationId, projectId, role, invitedBy, inviterName = null, expiresAt } = invitation;
  const [project, inviter] = await Promise.all([
    projects.getProject(projectId),
    memberships.getMembership(projectId, invitedBy),
  ]);
  if (!project || project.deletion || !inviter || !isEnough(inviter.role, role)) throw notFound();
  if (expiresAt <= clock()) throw notFound(invitation);
  return {
    invitationId,
    projectId,
    projectName: project.name,
    role,
    inviterName,
    inviterRole: inviter.role,
    expiresAt: new Date(expiresAt).toISOString(),
  };
}
