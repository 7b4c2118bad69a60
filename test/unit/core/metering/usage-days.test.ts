import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { dayCountEnd, monthOfDay, reportedDays } from '../../../../core/metering/usage-days.ts';

describe('the reported days', () => {
  it('are 31, today in UTC is the last, to the last millisecond (calls.get-usage-by-day)', () => {
    const midnight = Date.UTC(2026, 10, 21);
    const days = reportedDays(midnight);
    expect([days.length, days[0], days.at(-1)]).toEqual([31, '2026-10-22', '2026-11-21']);
    expect(reportedDays(midnight - 1).at(-1)).toBe('2026-11-20');
    expect(new Set(days).size).toBe(31);
  });

  it('are of three months on the first of March, or of one', () => {
    const monthsOn = (now: number) => [...new Set(reportedDays(now).map(monthOfDay))];
    expect(monthsOn(Date.UTC(2027, 2, 1))).toEqual(['2027-01', '2027-02', '2027-03']);
    expect(monthsOn(Date.UTC(2026, 11, 31))).toEqual(['2026-12']);
  });

  it('are counted for as long as they are reported', () => {
    const now = Date.UTC(2026, 10, 21, 23, 59);
    for (const day of reportedDays(now)) expect(dayCountEnd(day)).toBeGreaterThan(now);
    expect(LIMITS.dayCountLifeMs).toBeGreaterThan((LIMITS.usageDays + 1) * 86_400_000);
  });
});
