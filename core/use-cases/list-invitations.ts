import { listInvitations as CONTRACT } from '../contract/calls/list-invitations.ts';
import type { DescribedInvitation } from '../contract/calls/member-shapes.ts';
import type { Services } from '../ports.ts';
import type { Person } from './authenticate-person.ts';
import { describeInvitation } from './describe-member.ts';
import { listOpenInvitations } from './list-open-invitations.ts';
import { requireRole } from './require-role.ts';

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
