import type { Role } from '../../accounts/roles.ts';

/** Somebody's part in a project. */
export interface Membership {
  readonly projectId: string;
  readonly accountId: string;
  readonly role: Role;
  /** Milliseconds of the Unix epoch. */
  readonly createdAt: number;
  /** The address that they were invited by, proved then; a label, by which nobody is ever found. */
  readonly email?: string;
}

/**
 * What is to become of a member, by whose word; holds only while both roles are as they were read.
 */
export interface MemberChange {
  readonly projectId: string;
  readonly accountId: string;
  readonly previous: Role;
  /** Null: no member any more. */
  readonly role: Role | null;
  /** May be the member. */
  readonly by: { readonly accountId: string; readonly role: Role };
}

/** `last_owner`: the project is on this account's plan, so it stays an owner. */
export type MemberChangeOutcome = 'changed' | 'outdated' | 'last_owner';

/** Who belongs to which project; a port, with its adapters in adapters/membership-store. */
export interface MembershipStore {
  getMembership(projectId: string, accountId: string): Promise<Membership | undefined>;
  /** Those of an account, oldest first. */
  listProjectsOf(accountId: string): Promise<Membership[]>;
  /** Those of a project, oldest first. */
  listMembers(projectId: string): Promise<Membership[]>;
  /** One transaction; nothing is changed unless it answers `changed`. */
  changeMember(change: MemberChange): Promise<MemberChangeOutcome>;
}
