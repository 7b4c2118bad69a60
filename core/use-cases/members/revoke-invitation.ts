import { revokeInvitation as CONTRACT } from '../../api/calls/revoke-invitation.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import type { Person } from '../access/authenticate-person.ts';
import { requireRole } from '../access/require-role.ts';

/** Ends an invitation; throws invitation_not_found, also for another project's, project_not_found, insufficient_role. */
export async function revokeInvitation(
  services: Pick<Services, 'clock' | 'invitations' | 'memberships' | 'projects'>,
  person: Person,
  { projectId, invitationId }: { projectId: string; invitationId: string },
): Promise<{ message: 'invitation_revoked' }> {
  await requireRole(services, person, projectId, CONTRACT.credential.role);
  const { clock, invitations } = services;
  const isRevoked = await invitations.revokeInvitation(projectId, invitationId, clock());
  if (!isRevoked) throw new ServiceError('invitation_not_found');
  return { message: 'invitation_revoked' };
}
