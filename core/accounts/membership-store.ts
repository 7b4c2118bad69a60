import type { Role } from './roles.ts';

/** Somebody's part in a project. */
export interface Membership {
  readonly projectId: string;
  readonly accountId: string;
  readonly role: Role;
  /** Milliseconds of the Unix epoch. */
  readonly createdAt: number;
}

/** Who belongs to which project; a port, with its adapters in adapters/membership-store. */
export interface MembershipStore {
  getMembership(projectId: string, accountId: string): Promise<Membership | undefined>;
  /** Those of an account, oldest first. */
  listProjectsOf(accountId: string): Promise<Membership[]>;
  /** Those of a project, oldest first. */
  listMembers(projectId: string): Promise<Membership[]>;
}
