import type { Role } from '../../accounts/roles.ts';

/** A user's membership of a project. */
export interface Membership {
  readonly projectId: string;
  readonly accountId: string;
  readonly role: Role;
  /** Milliseconds of the Unix epoch. */
  readonly createdAt: number;
  /** The address of their invitation, verified then; a label that is never looked up. */
  readonly email?: string;
  /**
   * The lower-case hex SHA-256 of the code of the invitation that they accepted; a retry of the
   * acceptance finds their membership by it.
   */
  readonly invitationSha256?: string;
}

/** A change of a member by another member; valid only while both roles are as they were read. */
export interface MemberChange {
  readonly projectId: string;
  readonly accountId: string;
  readonly previous: Role;
  /** Null removes the member. */
  readonly role: Role | null;
  /** May be the member themselves. */
  readonly by: { readonly accountId: string; readonly role: Role };
}

/** `last_owner`: the project belongs to this account, so it stays an owner. */
export type MemberChangeOutcome = 'changed' | 'outdated' | 'last_owner';

/** A port for the memberships of projects. */
export interface MembershipStore {
  getMembership(projectId: string, accountId: string): Promise<Membership | undefined>;
  /** The memberships of an account, oldest first. */
  listProjectsOf(accountId: string): Promise<Membership[]>;
  /** The members of a project, oldest first. */
  listMembers(projectId: string): Promise<Membership[]>;
  /** One transaction, which changes nothing unless it answers `changed`. */
  changeMember(change: MemberChange): Promise<MemberChangeOutcome>;
}
