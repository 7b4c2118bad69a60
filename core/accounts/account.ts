import type { Plan } from '../projects/plans.ts';

/** Who somebody is, by the word of an issuer of tokens; never an e-mail address. */
export interface Identity {
  /** The issuer's address, as its tokens have it. */
  readonly issuer: string;
  readonly subject: string;
}

/** A person, or the operator: owns projects, and its plan bounds them all together. */
export interface Account {
  readonly accountId: string;
  /** Null of the operator's, which nobody signs in to. */
  readonly identity: Identity | null;
  readonly plan: Plan;
  /** Milliseconds of the Unix epoch. */
  readonly createdAt: number;
  /**
   * When its person had it deleted: it goes with the last of its projects. Absent while it stays.
   */
  readonly deletedAt?: number;
}
