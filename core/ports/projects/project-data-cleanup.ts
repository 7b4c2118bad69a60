import type { ProjectPurgeStep } from '../../projects/project-deletion.ts';

/** The steps that remove a project's data except its images. */
export type DataCleanupStep = Extract<
  ProjectPurgeStep,
  | 'keys_removed'
  | 'signing_secrets_removed'
  | 'webhooks_removed'
  | 'members_removed'
  | 'counters_removed'
>;

/** The project's account. */
export interface ProjectDataOwner {
  readonly projectId: string;
  readonly accountId: string;
}

/** A port for a project's data except its images. */
export interface ProjectDataCleanup {
  /**
   * The number of items: keys, secrets, webhooks, members and invitations; counters are not
   * counted.
   */
  count(step: DataCleanupStep, of: ProjectDataOwner): Promise<number>;
  /** Removes all; missing items are no error. `now` determines the months that may have counts. */
  remove(step: DataCleanupStep, of: ProjectDataOwner, now: number): Promise<void>;
  /**
   * Deletes an account that is being deleted and has no project left: its identity, its memberships
   * and its record. False if it stays.
   */
  forgetAccount(accountId: string): Promise<boolean>;
}
