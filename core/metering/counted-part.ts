/** Logs are kept for a week, and a log's message at most two weeks in the dead-letter queue. */
export const COUNTED_PART_LIFE_MS = 30 * 24 * 3_600_000;
