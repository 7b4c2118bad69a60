/** CONTRACT section 8, each with all that those before it may: read, work on images, lead members and keys, everything. */
export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role is enough where another is asked for; THE table of which call asks for which is that of endpoints. */
export function isEnough(role: Role, asked: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(asked);
}
