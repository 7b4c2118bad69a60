import type { Account, Identity } from '../../accounts/account.ts';
import type { NewProject } from '../../projects/project.ts';
import type { AddOutcome } from '../projects/project-store.ts';

/** A port for users' accounts. */
export interface AccountStore {
  getAccount(accountId: string): Promise<Account | undefined>;
  findByIdentity(identity: Identity): Promise<Account | undefined>;
  /**
   * Makes an account, its first project and its ownership, all or nothing. Of several concurrent
   * calls for one identity one makes them; each answers the resulting account.
   */
  openAccount(account: OpenedAccount, project: NewProject): Promise<Account>;
  /**
   * Makes a further project and its account's ownership, all or nothing; `deleting` if the account
   * itself is being deleted.
   */
  addProject(project: NewProject, maxProjects: number | null): Promise<AddOutcome | 'deleting'>;
  /** The number of its projects, including deleted ones that are not purged. */
  countProjects(accountId: string): Promise<number>;
}

/** A user's account, which has an identity. */
export type OpenedAccount = Account & { readonly identity: Identity };
