import type { ProjectPurgeStep } from '../../projects/project-deletion.ts';

/** The steps that remove what a project has beside its pictures. */
export type DataCleanupStep = Extract<
  ProjectPurgeStep,
  | 'keys_removed'
  | 'signing_secrets_removed'
  | 'webhooks_removed'
  | 'members_removed'
  | 'counters_removed'
>;

/** Whose they are. */
export interface ProjectDataOwner {
  readonly projectId: string;
  readonly accountId: string;
}

/**
 * What a project leaves beside its pictures; a port, with its adapters in adapters/project-remains.
 */
export interface ProjectDataCleanup {
  /**
   * How many there are: keys, secrets, webhooks, members and invitations; of counters none is told.
   */
  count(step: DataCleanupStep, of: ProjectDataOwner): Promise<number>;
  /**
   * Removes all; what is gone already is no error. `now` tells the months of which there may be
   * counts.
   */
  remove(step: DataCleanupStep, of: ProjectDataOwner, now: number): Promise<void>;
  /**
   * Forgets an account that is being deleted and has no project left: its identity, its memberships
   * and itself. False where it stays.
   */
  forgetAccount(accountId: string): Promise<boolean>;
}
