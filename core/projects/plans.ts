import { ServiceError } from '../foundation/service-error.ts';
/** The limits of an account; null: any amount. */
export interface PlanLimits {
  readonly maxImages: number | null;
  readonly maxTransformationsPerMonth: number | null;
  readonly maxBandwidthBytesPerMonth: number | null;
  /** Projects that an account owns, including those that are being deleted. */
  readonly maxProjects: number | null;
}

/** A plan as settings have it. */
export interface ConfiguredPlan extends PlanLimits {
  /**
   * Its projects may set `quotaMode: log`, and are then refused nothing that exceeds it; not if
   * absent (quotas.log-mode).
   */
  readonly mayExceedQuota?: boolean;
  /** Images of its projects are refused above its bandwidth; not if absent. */
  readonly refusesOverBandwidth?: boolean;
}

export interface Plan extends ConfiguredPlan {
  readonly name: string;
}

/** Plans beside `free` and `unlimited`, by name. */
export type ConfiguredPlans = Readonly<Record<string, ConfiguredPlan>>;

/** The default of a new account is `free` (quotas.plans, quotas.projects). */
export const PLANS = {
  free: {
    name: 'free',
    maxImages: 50,
    maxTransformationsPerMonth: 100,
    maxBandwidthBytesPerMonth: 1_000_000_000,
    maxProjects: 3,
  },
  unlimited: {
    name: 'unlimited',
    maxImages: null,
    maxTransformationsPerMonth: null,
    maxBandwidthBytesPerMonth: null,
    maxProjects: null,
    mayExceedQuota: true, // it has no limit to exceed, and so no reason to forbid it
  },
} as const satisfies Record<string, Plan>;

/** Finds the plan that a record names. */
export type PlanNamed = (name: string) => Plan;

/** The plan of this name; undefined if it doesn't exist. */
export function findPlan(name: string, configured: ConfiguredPlans = {}): Plan | undefined {
  if (Object.hasOwn(PLANS, name)) return PLANS[name as keyof typeof PLANS];
  const limits = Object.hasOwn(configured, name) ? configured[name] : undefined;
  return limits && { ...limits, name };
}

/**
 * THE look-up of plans for readers of records. An account whose plan is no longer configured has
 * the limits of `free`, the narrowest, rather than none. `onUnknown` is called once for each such
 * name.
 */
export function createPlanNamed(
  configured: ConfiguredPlans = {},
  onUnknown: (name: string) => void = () => undefined,
): PlanNamed {
  const reported = new Set<string>();
  return (name) => {
    const found = findPlan(name, configured);
    if (found) return found;
    if (!reported.has(name)) onUnknown(name);
    reported.add(name);
    return PLANS.free;
  };
}

/** The UTC month of a moment, `2026-11`. */
export function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}

/** The end of the UTC month of a moment. */
export function monthEnd(now: number): number {
  const at = new Date(now);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
}

/** Whole seconds to the end of the month of a moment, at least 1. */
export function secondsToMonthEnd(now: number): number {
  return Math.max(1, Math.ceil((monthEnd(now) - now) / 1000));
}

/** The refusal of a project that the plan doesn't hold (quotas.projects). */
export function projectQuotaExceeded({ name, maxProjects }: Plan): ServiceError {
  const detail = `The plan ${name} allows at most ${maxProjects} projects.`;
  return new ServiceError('project_quota_exceeded', { detail });
}
