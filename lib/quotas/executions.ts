import { NEVER_RESERVED, RENDITIONS_AT_ONCE } from './concurrency.ts';
import { ALWAYS_RUN, RUN_BY_PARTS } from './generated/counted-resources.ts';
import { type GivenSettings, partsOf } from './stage-parts.ts';

/** Executions by queues, streams and schedules, if all of them work at the same time. */
export function backgroundExecutions(given: GivenSettings): number {
  const highest = Number(given.backgroundConcurrency ?? Number.POSITIVE_INFINITY);
  const all = [ALWAYS_RUN, ...partsOf(given).map((part) => RUN_BY_PARTS[part])];
  const lowered = all.flatMap(({ queues }) => queues.map((usual) => Math.min(usual, highest)));
  const others = all.map((part) => part.others);
  return [...lowered, ...others].reduce((sum, count) => sum + count, 0);
}

/**
 * Executions that a stage needs: those of background work, and for one visitor's page. A
 * reservation of the renderer comes on top, and holds that page if it is large enough.
 */
export function neededExecutions(given: GivenSettings): number {
  const background = backgroundExecutions(given);
  const reserved = Number(given.reservedConcurrency ?? 0);
  if (reserved === 0) return background + RENDITIONS_AT_ONCE;
  const unreserved = Math.max(NEVER_RESERVED, background + RENDITIONS_AT_ONCE);
  return reserved + unreserved;
}
