import { listInvitations as CONTRACT } from '../../api/calls/list-invitations.ts';
import type { DescribedInvitation } from '../../api/calls/member-shapes.ts';
import type { Services } from '../../ports/services.ts';
import type { Person } from '../access/authenticate-person.ts';
import { requireRole } from '../access/require-role.ts';
import { describeInvitation } from './describe-member.ts';
import { listOpenInvitations } from './list-open-invitations.ts';

/** The open invitations of a project; throws project_not_found, insufficient_role. */
export async function listInvitations(
  services: Pick<Services, 'clock' | 'invitations' | 'memberships' | 'projects'>,
  person: Person,
  { projectId }: { projectId: string },
): Promise<{ invitations: DescribedInvitation[] }> {
  await requireRole(services, person, projectId, CONTRACT.credential.role);
  const open = await listOpenInvitations(services, projectId);
  return { invitations: open.map(describeInvitation) };
}
