/**
 * Each with all that those before it may (members.roles): read, work on images, lead members and
 * keys, everything.
 */
export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Whether who has a role may change a member with `was` to `role`, or take them out (null): nobody
 * gives or takes more than they have.
 */
export function mayChange(own: Role, current: Role, role: Role | null): boolean {
  return isEnough(own, current) && (role === null || isEnough(own, role));
}

/**
 * Whether a role is enough where another is asked for; THE table of which call asks for which is
 * that of endpoints.
 */
export function isEnough(role: Role, requested: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(requested);
}
