import type {
  AskedDeletion,
  DeletionKey,
  DeletionRequest,
  ProjectDeletion,
  ProjectPurgeStep,
} from '../../projects/project-deletion.ts';

/** A port for deletions of projects; a project has at most one of each kind. */
export interface ProjectDeletions {
  get(key: DeletionKey): Promise<ProjectDeletion | undefined>;
  /**
   * Requests a deletion, in one transaction: kind `delete` closes the project, and `withAccount`
   * records the time of its account's own deletion. If kind `empty` is requested again before it is
   * done, it continues as the same one. False if the project doesn't exist, is already deleted, or
   * was transferred since. So deleting an account never deletes another account's project.
   */
  request(deletion: AskedDeletion, withAccount?: number): Promise<boolean>;
  /**
   * Moves the purge of a waiting deletion to `purgeAt`, if that is sooner; false if it doesn't
   * wait.
   */
  hasten(projectId: string, purgeAt: number): Promise<boolean>;
  /**
   * Restores a deleted project and removes its deletion, and its account's, unless the purge has
   * begun; false then.
   */
  restore(projectId: string): Promise<boolean>;
  /** Projects with a purge that is due by `now` and not finished, longest due first. */
  listDue(now: number, limit: number): Promise<string[]>;
  /**
   * Starts or continues a due purge, exclusively until `leaseUntil`; undefined if none is due or
   * another worker holds it.
   */
  takeUp(key: DeletionKey, now: number, leaseUntil: number): Promise<ProjectDeletion | undefined>;
  /** Releases the lease immediately. */
  putDown(deletion: DeletionRequest): Promise<void>;
  /**
   * Records the numbers of items before they are removed, in the first call only; answers the
   * recorded ones.
   */
  recordCount(deletion: DeletionRequest, step: ProjectPurgeStep, count: number): Promise<void>;
  /** Records a step as done; false if the deletion was requested again meanwhile. */
  recordStep(deletion: DeletionRequest, step: ProjectPurgeStep, at: number): Promise<boolean>;
  /** Ends it; its receipt is kept for a while. False if it was requested again meanwhile. */
  finish(deletion: DeletionRequest, at: number): Promise<boolean>;
  /**
   * Removes the project's own record, and lowers its account's number of projects; repeating it
   * changes nothing.
   */
  removeProject(projectId: string): Promise<void>;
}
