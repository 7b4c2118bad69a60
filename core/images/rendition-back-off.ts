import { LIMITS } from '../foundation/limits.ts';

/** Timeouts since the last success. */
export interface Timeouts {
  readonly count: number;
  /** The time of the last, milliseconds of the Unix epoch. */
  readonly lastAt: number;
}

/** The timeouts of one rendition of an image. */
export interface KeyTimeouts extends Timeouts {
  readonly renditionKey: string;
}

/**
 * The timeouts of an image. Those of single renditions close these alone; `count` is above 0 where
 * the image as a whole backs off.
 */
export interface ImageTimeouts {
  readonly count: number;
  /** The time of the last change, which every later one raises. */
  readonly lastAt: number;
  /** Fewer than LIMITS.timedOutKeysOfImage, the latest last. */
  readonly keys: readonly KeyTimeouts[];
}

/** A rendition that is to begin, or that has ended. */
interface Attempt {
  readonly renditionKey: string;
  /** Its price is so small that a timeout says something about the image. */
  readonly isSmall: boolean;
}

/**
 * The time before which no new attempt begins: a rendition that always times out is soon tried only
 * daily. `0` if the clock has stepped back behind the last timeout, as the pause would last as long
 * as the step.
 */
function backsOffUntil({ count, lastAt }: Timeouts, now: number): number {
  if (count === 0 || lastAt > now + LIMITS.firstBackOffMs) return 0;
  return lastAt + Math.min(LIMITS.firstBackOffMs * 2 ** (count - 1), LIMITS.maxBackOffMs);
}

/** The time before which this rendition isn't begun; 0 if it may (quotas.failed-renditions). */
export function renditionBacksOffUntil(
  timeouts: ImageTimeouts | undefined,
  { renditionKey, now }: Pick<Attempt, 'renditionKey'> & Pick<Times, 'now'>,
): number {
  if (!timeouts) return 0;
  const own = timeouts.keys.find((key) => key.renditionKey === renditionKey);
  return Math.max(backsOffUntil(timeouts, now), own ? backsOffUntil(own, now) : 0);
}

interface Times {
  readonly begunAt: number;
  readonly now: number;
}

/** One more, of work that began at `begunAt`: concurrent ones count as one. */
function addOne(previous: Timeouts | undefined, { begunAt, now }: Times): Timeouts {
  const isOfLast = previous !== undefined && previous.count > 0 && begunAt < previous.lastAt;
  return { count: (previous?.count ?? 0) + (isOfLast ? 0 : 1), lastAt: now };
}

/**
 * With another timeout, which closes the rendition. It closes the image as a whole after a small
 * rendition, after several different ones within a day, or where the image was closed before.
 */
export function addTimeout(
  previous: ImageTimeouts | undefined,
  { renditionKey, isSmall, ...times }: Attempt & Times,
): ImageTimeouts {
  const recent = (previous?.keys ?? []).filter(
    ({ lastAt }) => times.now - lastAt < LIMITS.maxBackOffMs,
  );
  const own = recent.find((key) => key.renditionKey === renditionKey);
  const others = recent.filter((key) => key !== own);
  const keys = [...others, { renditionKey, ...addOne(own, times) }];
  const isOfImage =
    isSmall || (previous?.count ?? 0) > 0 || keys.length >= LIMITS.timedOutKeysOfImage;
  const count = isOfImage ? addOne(previous, times).count : 0;
  return { count, lastAt: times.now, keys: keys.slice(1 - LIMITS.timedOutKeysOfImage) };
}

/**
 * The timeouts that are left when a rendition succeeds: the image as a whole is open again, and
 * this rendition. Others that timed out stay closed, or a cheap success would open a dear one.
 * Undefined if nothing is left.
 */
export function afterSuccess(
  timeouts: ImageTimeouts,
  { renditionKey, now }: Pick<Attempt, 'renditionKey'> & Pick<Times, 'now'>,
): ImageTimeouts | undefined {
  const keys = timeouts.keys.filter((key) => key.renditionKey !== renditionKey);
  if (keys.length === 0) return undefined;
  return { count: 0, lastAt: Math.max(now, timeouts.lastAt + 1), keys };
}

/** No timeout any more, in a record that stays for the unit of quota that they cost. */
export function noTimeouts({ lastAt }: Timeouts, { now }: Pick<Times, 'now'>): ImageTimeouts {
  return { count: 0, lastAt: Math.max(now, lastAt + 1), keys: [] };
}

/** Whether a success of this rendition changes anything. */
export function isChangedBySuccess(
  timeouts: ImageTimeouts,
  { renditionKey }: Pick<Attempt, 'renditionKey'>,
): boolean {
  return timeouts.count > 0 || timeouts.keys.some((key) => key.renditionKey === renditionKey);
}
