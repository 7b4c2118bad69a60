import type { Role } from '../../accounts/roles.ts';
import type { DescribedMember } from '../../api/calls/member-shapes.ts';
import { updateMember as CONTRACT } from '../../api/calls/update-member.ts';
import type { Services } from '../../ports/services.ts';
import type { Person } from '../access/authenticate-person.ts';
import { changeMember } from './change-member.ts';
import { describeMember } from './describe-member.ts';

/** Gives a member another role; throws what changeMember throws. */
export async function updateMember(
  services: Pick<Services, 'memberships' | 'projects'>,
  person: Person,
  input: { projectId: string; accountId: string; role: Role },
): Promise<DescribedMember> {
  const { member, ownRole } = await changeMember(services, person, input, CONTRACT.credential.role);
  return describeMember({ ...member, role: input.role }, person, ownRole);
}
