import type {
  AskedDeletion,
  DeletionKey,
  DeletionRequest,
  ProjectDeletion,
  ProjectPurgeStep,
} from '../../projects/project-deletion.ts';

/**
 * Deletions of projects, of which at most one of each kind is known; a port, with its adapters in
 * adapters/project-deletions.
 */
export interface ProjectDeletions {
  get(key: DeletionKey): Promise<ProjectDeletion | undefined>;
  /**
   * Asks for a deletion, all in one transaction: one of kind `delete` closes the project, and its
   * account's own deletion is noted where `withAccount` says when. One of kind `empty` that is
   * asked for anew before it is done goes on as the same. False where the project isn't there, is
   * deleted already, or was handed over since: whoever deletes their account never deletes what is
   * another's by then.
   */
  request(deletion: AskedDeletion, withAccount?: number): Promise<boolean>;
  /**
   * Has the purge of a deletion that waits begin at `purgeAt` instead, if that is sooner; false
   * where it doesn't wait.
   */
  hasten(projectId: string, purgeAt: number): Promise<boolean>;
  /**
   * Opens a deleted project again and forgets its deletion, and that of its account, unless the
   * purge has begun; false then.
   */
  restore(projectId: string): Promise<boolean>;
  /** Projects of which a purge is due by `now` and not finished, longest due first. */
  listDue(now: number, limit: number): Promise<string[]>;
  /**
   * Begins a purge that is due, or takes it up again, alone until `leaseUntil`; undefined where
   * there is none or somebody else is at it.
   */
  takeUp(key: DeletionKey, now: number, leaseUntil: number): Promise<ProjectDeletion | undefined>;
  /** Lets others take it up at once. */
  putDown(deletion: DeletionRequest): Promise<void>;
  /** Notes how many there are before they are removed, once; answers what is noted. */
  recordCount(deletion: DeletionRequest, step: ProjectPurgeStep, count: number): Promise<void>;
  /** Notes a step as done; false where it was asked for anew meanwhile. */
  recordStep(deletion: DeletionRequest, step: ProjectPurgeStep, at: number): Promise<boolean>;
  /** Ends it; its receipt is kept a while. False where it was asked for anew meanwhile. */
  finish(deletion: DeletionRequest, at: number): Promise<boolean>;
  /** Removes the project's own record, and one from the count of its account's projects, once. */
  removeProject(projectId: string): Promise<void>;
}
