import type { ListMembersAnswer } from 'imagewell-client';
import { currentProject } from '../../app/projects.ts';
import { ROLES, type Role } from '../../generated/call-roles.ts';
import { TEAM_TEXTS } from '../../texts/team-texts.ts';

export type Member = ListMembersAnswer['members'][number];

/** The address of a member, or where the role may not see it the end of the account's id. */
export const nameOfMember = ({ email, accountId }: Member) =>
  email ?? TEAM_TEXTS.unnamed(accountId);

/** Whether a role is within the role that who is signed in has: nobody gives or takes one above. */
export function isWithinOwn(role: Role): boolean {
  const own = currentProject.value?.role;
  return own !== undefined && ROLES.indexOf(role) <= ROLES.indexOf(own);
}
