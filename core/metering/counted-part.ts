/** Logs are kept for a week, and a message of one at most two weeks among the dead letters. */
export const COUNTED_PART_LIFE_MS = 30 * 24 * 3_600_000;
