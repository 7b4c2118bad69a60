import type { Identity } from '../../accounts/account.ts';

/** An account in the operator's list. */
export interface ListedAccount {
  readonly accountId: string;
  /** Null for the operator's own. */
  readonly identity: Identity | null;
  /** The plan's name in its record, even if that plan doesn't exist. */
  readonly plan: string;
  /** Milliseconds of the Unix epoch; 0 for the operator's own. */
  readonly createdAt: number;
}

export interface AccountPage {
  readonly accounts: readonly ListedAccount[];
  /** The position of the next page; null at the end. */
  readonly next: string | null;
}

/** A port with every account, for the operator only; no call of the API uses it. */
export interface AccountDirectory {
  /**
   * Unordered, each once; a new account may be missing. The cost grows with the number of projects
   * and accounts.
   */
  listAccounts(limit: number, after: string | null): Promise<AccountPage>;
  /** Takes effect on the next request; false if the account doesn't exist. */
  setPlan(accountId: string, plan: string): Promise<boolean>;
}
