import type { InputOf } from '../../api/call-types.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import type { Member } from '../access/authorize-member.ts';

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
