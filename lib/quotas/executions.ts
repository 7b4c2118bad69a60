import { ALWAYS_RUN, RUN_BY_PARTS } from './counted-resources.ts';
import type { QuotaFacts } from './quota-facts.ts';
import { type GivenSettings, partsOf } from './stage-parts.ts';

/** The quota that visitors and background work share. */
export const CONCURRENT_EXECUTIONS = {
  service: 'AWS Lambda',
  title: 'Concurrent executions',
  code: ['lambda', 'L-B99A9384'],
  usual: 1_000,
  newAccount: 10,
  source: 'AWS Lambda Developer Guide, “Lambda quotas”',
} as const satisfies QuotaFacts;

/**
 * AWS Lambda Developer Guide, "Configuring scaling behavior for SQS event source mappings": no
 * mapping has a lower maximum concurrency.
 */
export const MIN_QUEUE_CONCURRENCY = 2;

/**
 * New renditions of one page that a visitor's browser requests together: `verify` does the same.
 */
export const RENDITIONS_AT_ONCE = 12;

/**
 * AWS Lambda Developer Guide, "Configuring reserved concurrency": a reservation leaves so many
 * executions to the functions without one, or the deploy fails.
 */
export const NEVER_RESERVED = 100;

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
