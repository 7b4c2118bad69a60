import { currentProject } from '../../app/projects.ts';
import { ROLES, type Role } from '../../generated/call-roles.ts';

/** Whether a role is within the role that who is signed in has: nobody gives or takes one above. */
export function isWithinOwn(role: Role): boolean {
  const own = currentProject.value?.role;
  return own !== undefined && ROLES.indexOf(role) <= ROLES.indexOf(own);
}
