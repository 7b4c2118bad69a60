import type { Plan } from '../projects/plans.ts';

/** A user's identity at an issuer of tokens; never an e-mail address. */
export interface Identity {
  /** The issuer's address, as its tokens have it. */
  readonly issuer: string;
  readonly subject: string;
}

/** A user, or the operator: owns projects, and its plan limits them all together. */
export interface Account {
  readonly accountId: string;
  /** Null for the operator's, to which no user signs in. */
  readonly identity: Identity | null;
  readonly plan: Plan;
  /** Milliseconds of the Unix epoch. */
  readonly createdAt: number;
  /**
   * The time when its user had it deleted: it is deleted with the last of its projects. Absent
   * while it stays.
   */
  readonly deletedAt?: number;
}
