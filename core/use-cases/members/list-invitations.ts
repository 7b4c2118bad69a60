import type { DescribedInvitation } from '../../api/calls/member-shapes.ts';
import type { Services } from '../../ports/services.ts';
import type { Member } from '../access/authorize-member.ts';
import { describeInvitation } from './describe-member.ts';
import { listOpenInvitations } from './list-open-invitations.ts';

/** The open invitations of a project. */
export async function listInvitations(
  services: Pick<Services, 'clock' | 'invitations' | 'memberships'>,
  { project }: Member,
): Promise<{ invitations: DescribedInvitation[] }> {
  const open = await listOpenInvitations(services, project.projectId);
  return { invitations: open.map(describeInvitation) };
}
