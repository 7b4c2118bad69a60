import type { Account, Identity } from '../../accounts/account.ts';
import type { NewProject } from '../../projects/project.ts';
import type { AddOutcome } from '../projects/project-store.ts';

/** People's accounts; a port, with its adapters in adapters/account-store. */
export interface AccountStore {
  getAccount(accountId: string): Promise<Account | undefined>;
  findByIdentity(identity: Identity): Promise<Account | undefined>;
  /**
   * Makes an account, its first project and its ownership of it, all or nothing. Of several calls
   * for one identity one makes them; each answers the account that there is then.
   */
  openAccount(account: OpenedAccount, project: NewProject): Promise<Account>;
  /**
   * Makes a further project and its account's ownership of it, all or nothing; `deleting` where the
   * account itself is being deleted.
   */
  addProject(project: NewProject, maxProjects: number | null): Promise<AddOutcome | 'deleting'>;
  /** How many projects it has, deleted ones that are not purged among them. */
  countProjects(accountId: string): Promise<number>;
}

/** An account of a person, who has an identity. */
export type OpenedAccount = Account & { readonly identity: Identity };
