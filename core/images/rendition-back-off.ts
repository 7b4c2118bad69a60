import { LIMITS } from '../foundation/limits.ts';

/** The time-outs of one picture's renditions since the last that was made. */
export interface TimeOuts {
  readonly count: number;
  /** When the last was noted, milliseconds of the Unix epoch. */
  readonly lastAt: number;
}

/**
 * Before when no new rendition of the picture is begun: a picture that always times out is soon
 * tried but once a day.
 */
export function backsOffUntil({ count, lastAt }: TimeOuts): number {
  return lastAt + Math.min(LIMITS.firstBackOffMs * 2 ** (count - 1), LIMITS.maxBackOffMs);
}

/** With one more, whose work began at `begunAt`: those that ran at once count as one. */
export function addTimeOut(
  previous: TimeOuts | undefined,
  { begunAt, now }: { readonly begunAt: number; readonly now: number },
): TimeOuts {
  const isOfLast = previous !== undefined && begunAt < previous.lastAt;
  return { count: (previous?.count ?? 0) + (isOfLast ? 0 : 1), lastAt: now };
}
