/**
 * Each includes the rights of those before it (members.roles): read, edit images, manage members
 * and keys, everything.
 */
export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Whether a member with a role may change a member with `was` to `role`, or remove them (null). No
 * member gives or takes more than they have.
 */
export function mayChange(own: Role, current: Role, role: Role | null): boolean {
  return isEnough(own, current) && (role === null || isEnough(own, role));
}

/**
 * Whether a role includes a required one; THE endpoint table has the required role of each call.
 */
export function isEnough(role: Role, requested: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(requested);
}
