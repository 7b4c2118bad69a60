/** Resources by their type. */
export type ResourceCounts = Readonly<Record<string, number>>;

/** Starts of functions without a visitor. */
export interface BackgroundRuns {
  /** The maximum concurrency of each mapping of a queue. */
  readonly queues: readonly number[];
  /** Streams, an execution for each batch that is read in parallel, and schedules. */
  readonly others: number;
}
