import type { GetUsageByDayResult, Usage } from 'imagewell-client';

export type Day = GetUsageByDayResult['days'][number];
export type DayKind = Exclude<keyof Day, 'date'>;
type Amount = Usage['images'];

const DAY_MS = 86_400_000;
/** The days before are too few for a mean. */
const FIRST_FORECAST_DAY = 3;

export interface Forecast {
  /** At the end of the month. */
  readonly amount: number;
  /** When the limit is reached at this pace, in milliseconds; Infinity without a limit. */
  readonly fullAt: number;
}

/** The days of the month of the last one, which is today. */
export function inMonth(days: readonly Day[]): readonly Day[] {
  const month = days.at(-1)?.date.slice(0, 7) ?? '';
  return days.filter(({ date }) => date.startsWith(month));
}

export const sumOf = (days: readonly Day[], kind: DayKind) =>
  days.reduce((sum, day) => sum + day[kind], 0);

/**
 * The use of a quota at the mean of the month's days, whose sum is `grown`. Undefined before the
 * third day, and without usage.
 */
export function forecast(
  { used, limit }: Amount,
  grown: number,
  today: string,
  resetsAt: string,
): Forecast | undefined {
  const day = Number(today.slice(8));
  if (day < FIRST_FORECAST_DAY || grown === 0) return undefined;
  const pace = grown / day / DAY_MS;
  const end = Date.parse(today) + DAY_MS;
  return {
    amount: used + pace * (Date.parse(resetsAt) - end),
    fullAt: end + ((limit ?? Infinity) - used) / pace,
  };
}
