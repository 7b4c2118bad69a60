import { LIMITS } from '../foundation/limits.ts';

/** The usage of a project on one UTC day. */
export interface DayUsage {
  /** Saved on the day, whether or not they were deleted since. */
  readonly images: number;
  /** Renditions made on the day. */
  readonly transformations: number;
  /** Bytes sent by the CDN, as far as its logs have arrived. */
  readonly bandwidthBytes: number;
}

/** The traffic of an image on one UTC day, as far as the CDN's logs have arrived. */
export interface DayTraffic {
  /** Responses, whatever their status. */
  readonly requests: number;
  readonly bytes: number;
}

/** The part that is counted one by one, as it happens. */
export type DayCount = keyof Pick<DayUsage, 'images' | 'transformations'>;

const DAY_MS = 24 * 3_600_000;

/** The UTC day of a moment, `2026-11-05`. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** The month of a day, `2026-11`. */
export function monthOfDay(day: string): string {
  return day.slice(0, 7);
}

/** The day of the month, `05`. */
export function dayOfMonth(day: string): string {
  return day.slice(-2);
}

/** The months of some days, each once. */
export function monthsOf(days: readonly string[]): string[] {
  return [...new Set(days.map(monthOfDay))];
}

/** The reported days, oldest first: `today` is the last (calls.get-usage-by-day). */
export function reportedDays(now: number): string[] {
  return Array.from({ length: LIMITS.usageDays }, (_, at) =>
    dayOf(now - (LIMITS.usageDays - 1 - at) * DAY_MS),
  );
}

/** The expiry of a day's counts, in milliseconds of the Unix epoch; no report needs them then. */
export function dayCountEnd(day: string): number {
  return Date.parse(day) + LIMITS.dayCountLifeMs;
}

/** Of counts of an image that are written now, in milliseconds of the Unix epoch. */
export function imageCountEnd(now: number): number {
  return now + (LIMITS.usageDays + 1) * DAY_MS;
}
