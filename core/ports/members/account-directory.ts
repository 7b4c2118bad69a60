import type { Identity } from '../../accounts/account.ts';

/** An account as the operator's list has it. */
export interface ListedAccount {
  readonly accountId: string;
  /** Null of the operator's own. */
  readonly identity: Identity | null;
  /** The name that its record has, whether or not there is such a plan. */
  readonly plan: string;
  /** Milliseconds of the Unix epoch; 0 of the operator's own. */
  readonly createdAt: number;
}

export interface AccountPage {
  readonly accounts: readonly ListedAccount[];
  /** What `after` continues with; null at the end. */
  readonly next: string | null;
}

/**
 * Every account, for the operator; a port, with its adapters in adapters/account-directory. No call
 * of the API has it.
 */
export interface AccountDirectory {
  /**
   * In no order that means anything, each once; one that is opened meanwhile may be missing. The
   * cost grows with the number of projects and accounts.
   */
  listAccounts(limit: number, after: string | null): Promise<AccountPage>;
  /** With effect on the next request; false where there is no such account. */
  setPlan(accountId: string, plan: string): Promise<boolean>;
}
