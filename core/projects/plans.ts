/** What an account may use; null: any amount. */
export interface Plan {
  readonly name: string;
  readonly maxImages: number | null;
  readonly maxTransformationsPerMonth: number | null;
  readonly maxBandwidthBytesPerMonth: number | null;
  /** Projects that an account owns, those that are being deleted among them. */
  readonly maxProjects: number | null;
}

/** SPECIFICATION section 8, CONTRACT section 7; the default of a new account is `free`. */
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
  },
} as const satisfies Record<string, Plan>;

export type PlanName = keyof typeof PLANS;

/** The UTC month of a moment, `2026-11`. */
export function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}

/** When the UTC month of a moment ends. */
export function monthEnd(now: number): number {
  const at = new Date(now);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
}

/** Whole seconds to the end of the month of a moment, at least 1. */
export function secondsToMonthEnd(now: number): number {
  return Math.max(1, Math.ceil((monthEnd(now) - now) / 1000));
}
