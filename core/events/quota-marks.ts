import type { Plan } from '../projects/plans.ts';
import type { EventType, QuotaName } from './event-types.ts';

/** In percent of a quota (quotas.warnings). */
export const QUOTA_MARKS = [
  { type: 'quota.warning', percent: 80 },
  { type: 'quota.exceeded', percent: 100 },
] as const satisfies readonly { type: EventType; percent: number }[];

const LIMIT_OF = {
  images: 'maxImages',
  transformations: 'maxTransformationsPerMonth',
  bandwidthBytes: 'maxBandwidthBytesPerMonth',
} as const satisfies Record<QuotaName, keyof Plan>;

/** The plan's limit of a quota; null: any amount. */
export function limitOf(plan: Plan, quota: QuotaName): number | null {
  return plan[LIMIT_OF[quota]];
}

/**
 * The marks that a count has reached by growing from `before` to `after`: of any number of
 * concurrent counts, exactly one reaches each. A quota of zero has no marks.
 */
export function passedMarks(
  limit: number | null,
  before: number,
  after: number,
): (typeof QUOTA_MARKS)[number]['type'][] {
  if (limit === null) return [];
  const isPast = (used: number, percent: number) => used * 100 >= limit * percent;
  return QUOTA_MARKS.filter(
    ({ percent }) => !isPast(before, percent) && isPast(after, percent),
  ).map(({ type }) => type);
}
