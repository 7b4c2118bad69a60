import { ROLES, type Role } from '../../generated/call-roles.ts';
import { currentProject } from '../../state/projects.ts';

/** Whether a role is within the role of the signed-in user, who can't give or take one above. */
export function isWithinOwn(role: Role): boolean {
  const own = currentProject.value?.role;
  return own !== undefined && ROLES.indexOf(role) <= ROLES.indexOf(own);
}
