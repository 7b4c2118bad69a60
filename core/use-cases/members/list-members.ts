import { listMembers as CONTRACT } from '../../api/calls/list-members.ts';
import type { DescribedMember } from '../../api/calls/member-shapes.ts';
import type { Services } from '../../ports/services.ts';
import type { Person } from '../access/authenticate-person.ts';
import { requireRole } from '../access/require-role.ts';
import { describeMember } from './describe-member.ts';

/** Who belongs to a project; throws project_not_found. */
export async function listMembers(
  services: Pick<Services, 'memberships' | 'projects'>,
  person: Person,
  { projectId }: { projectId: string },
): Promise<{ members: DescribedMember[] }> {
  const { role } = await requireRole(services, person, projectId, CONTRACT.credential.role);
  const members = await services.memberships.listMembers(projectId);
  return { members: members.map((member) => describeMember(member, person, role)) };
}
