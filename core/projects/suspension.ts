/** Why, and since when, the operator keeps a project closed. */
export interface Suspension {
  /** Told to who belongs to the project, and to who has one of its API keys. */
  readonly reason: string;
  /** Milliseconds of the Unix epoch. */
  readonly suspendedAt: number;
}

/** By which the operator closes projects and opens them again; a port, with its adapters in adapters/suspensions. Both answer false where there is no such project. */
export interface Suspensions {
  /** Closes it from the next request on; a second time it has the new reason. */
  suspend(projectId: string, suspension: Suspension): Promise<boolean>;
  resume(projectId: string): Promise<boolean>;
}
