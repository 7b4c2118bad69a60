import type { DescribedMember } from '../../api/calls/members.ts';
import type { Services } from '../../ports/services.ts';
import type { Member } from '../access/authorize-member.ts';
import { describeMember } from './describe-member.ts';

/** The members of a project. */
export async function listMembers(
  services: Pick<Services, 'memberships'>,
  member: Member,
): Promise<{ members: DescribedMember[] }> {
  const { project, role } = member;
  const members = await services.memberships.listMembers(project.projectId);
  return { members: members.map((listed) => describeMember(listed, member, role)) };
}
