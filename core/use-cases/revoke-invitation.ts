import { revokeInvitation as CONTRACT } from '../contract/calls/revoke-invitation.ts';
import { ServiceError } from '../contract/service-error.ts';
import type { Services } from '../ports.ts';
import type { Person } from './authenticate-person.ts';
import { requireRole } from './require-role.ts';

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
