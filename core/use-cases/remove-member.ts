import { removeMember as CONTRACT } from '../contract/calls/remove-member.ts';
import type { Services } from '../ports.ts';
import type { Person } from './authenticate-person.ts';
import { changeMember } from './change-member.ts';

/** Takes a member out, or leaves; throws what changeMember throws. */
export async function removeMember(
  services: Pick<Services, 'memberships' | 'projects'>,
  person: Person,
  input: { projectId: string; accountId: string },
): Promise<{ message: 'member_removed' }> {
  await changeMember(services, person, { ...input, role: null }, CONTRACT.credential.role);
  return { message: 'member_removed' };
}
