/**
 * Where what is to be done of whole projects waits for the purge worker; one that is queued twice
 * is done once more, without harm.
 */
export interface ProjectQueue {
  /**
   * Has the worker go on with the deletion of a project, or its emptying, after so many seconds;
   * `run` counts the runs that follow one from the other.
   */
  addDeletion(projectId: string, delaySeconds: number, run?: number): Promise<void>;
  /** Has the edge forget the pictures of a project, once after each of these numbers of seconds. */
  addEdgePurges(projectId: string, delaysSeconds: readonly number[]): Promise<void>;
}

/** A message of the worker's queue about a project; `edge`: the edge alone. */
export type ProjectMessage = {
  readonly projectId: string;
  readonly edge?: true;
  readonly run?: number;
};
