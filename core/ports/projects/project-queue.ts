/**
 * The purge worker's queue of work on whole projects; work that is queued twice is repeated without
 * harm.
 */
export interface ProjectQueue {
  /**
   * Has the worker continue the deletion or emptying of a project after this number of seconds;
   * `run` counts the consecutive runs.
   */
  addDeletion(projectId: string, delaySeconds: number, run?: number): Promise<void>;
  /** Purges the edge of the images of a project after each of these numbers of seconds. */
  addEdgePurges(projectId: string, delaysSeconds: readonly number[]): Promise<void>;
}

/** A message of the worker's queue about a project; `edge`: only the edge. */
export type ProjectMessage = {
  readonly projectId: string;
  readonly edge?: true;
  readonly run?: number;
};
