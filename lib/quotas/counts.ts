/** Resources by their type. */
export type ResourceCounts = Readonly<Record<string, number>>;

/** What starts functions without a visitor. */
export interface BackgroundRuns {
  /** The maximum concurrency of each mapping of a queue. */
  readonly queues: readonly number[];
  /** Streams, an execution for a shard that is read at once, and schedules. */
  readonly others: number;
}
