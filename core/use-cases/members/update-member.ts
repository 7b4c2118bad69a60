import type { InputOf } from '../../api/call-types.ts';
import type { DescribedMember } from '../../api/calls/members.ts';
import type { Services } from '../../ports/services.ts';
import type { Member } from '../access/authorize-member.ts';
import { changeMember } from './change-member.ts';
import { describeMember } from './describe-member.ts';

/** Gives a member another role; throws the errors of changeMember. */
export async function updateMember(
  services: Pick<Services, 'memberships' | 'projects'>,
  caller: Member,
  input: InputOf<'updateMember'>,
): Promise<DescribedMember> {
  const { member, ownRole } = await changeMember(services, caller, input);
  return describeMember({ ...member, role: input.role }, caller, ownRole);
}
