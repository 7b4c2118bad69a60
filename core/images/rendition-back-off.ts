import { LIMITS } from '../foundation/limits.ts';

/** The timeouts of one image's renditions since the last successful one. */
export interface Timeouts {
  readonly count: number;
  /** The time of the last, milliseconds of the Unix epoch. */
  readonly lastAt: number;
}

/**
 * The time before which no new rendition of the image begins: an image that always times out is
 * soon tried only daily. `now`, once the clock has stepped back behind the last timeout: the pause
 * would last as long as the step.
 */
export function backsOffUntil({ count, lastAt }: Timeouts, now: number): number {
  if (lastAt > now + LIMITS.firstBackOffMs) return now;
  return lastAt + Math.min(LIMITS.firstBackOffMs * 2 ** (count - 1), LIMITS.maxBackOffMs);
}

/** With another timeout, of work that began at `begunAt`: concurrent ones count as one. */
export function addTimeout(
  previous: Timeouts | undefined,
  { begunAt, now }: { readonly begunAt: number; readonly now: number },
): Timeouts {
  const isOfLast = previous !== undefined && begunAt < previous.lastAt;
  return { count: (previous?.count ?? 0) + (isOfLast ? 0 : 1), lastAt: now };
}
