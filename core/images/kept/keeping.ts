import { LIMITS } from '../../foundation/limits.ts';

const DAY_MS = 24 * 3_600_000;

/** The keeping of bytes that visitors no longer get: of a deleted image, or a former original. */
export interface Kept {
  /** The time of the deletion or the replacement, in milliseconds of the Unix epoch. */
  readonly since: number;
  /** The end by the setting of that time; a lower one ends it earlier, a higher one not later. */
  readonly until: number;
  /** The key of the signatures with which members see the bytes. */
  readonly secret: string;
}

/** Bytes that are kept from `now` on; undefined in a project that keeps none (keeping.off). */
export function keepFor(keepDays: number, now: number, secret: () => string): Kept | undefined {
  if (keepDays === 0) return undefined;
  return { since: now, until: now + keepDays * DAY_MS, secret: secret() };
}

/** The end of the keeping under the present setting of the project (keeping.end). */
export function endOfKeeping({ since, until }: Kept, keepDays: number): number {
  return Math.min(until, since + keepDays * DAY_MS);
}

/**
 * The time when a worker looks at kept bytes again: within a day, because the setting may be lower
 * by then.
 */
export function nextVisit({ until }: Pick<Kept, 'until'>, now: number): number {
  return Math.min(until, now + LIMITS.keptVisitMs);
}
