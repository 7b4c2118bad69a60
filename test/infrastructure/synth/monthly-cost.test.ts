import { describe, expect, it } from 'vitest';
import {
  DELETION,
  EXAMPLE_MONTHS,
  estimateMonthlyCost,
  type MonthlyWork,
} from '../../../lib/monthly-cost.ts';

const cost = (name: string) => estimateMonthlyCost(EXAMPLE_MONTHS[name] as MonthlyWork);
const sum = (parts: Readonly<Record<string, number>>) =>
  Object.values(parts).reduce((total, part) => total + part, 0);

describe('the estimate of a month, against sums by hand', () => {
  it('idle costs its alarms', () => {
    expect(sum(cost('idle'))).toBeCloseTo(54 * 0.1, 6);
  });

  it('a deletion costs half a cent after the free amount of a month', () => {
    const deleting = (deletions: number) =>
      estimateMonthlyCost({ ...(EXAMPLE_MONTHS.idle as MonthlyWork), deletions }).invalidations;
    expect(DELETION).toBe(0.005);
    expect(deleting(1000)).toBe(0);
    expect(deleting(1_001_000)).toBeCloseTo(5000, 6);
  });

  it('a flood of bad URLs stays in what CloudFront gives free', () => {
    const { metering = 0, ...others } = cost('a flood of a million bad URLs');
    expect(sum(others)).toBeCloseTo(5.4, 6);
    expect(metering).toBeLessThan(0.02); // where the CDN logs
  });

  it('a flood of ids that no image has: each is an execution, a read, a line and a trace', () => {
    const parts = cost('a flood of a million unknown ids');
    // 50 ms at 3 GB
    expect(parts.functions).toBeCloseTo(0.2 + 1e6 * 0.05 * 3 * 0.0000133334, 6);
    expect(parts.records).toBeCloseTo(0.125, 6);
    expect(parts.logs).toBeCloseTo(0.32 * 0.53, 6);
    expect(parts.traces).toBeCloseTo(0.9 * 5, 6);
    expect(sum(parts) - 5.4).toBeLessThan(7.1); // as docs/costs.md says
    expect(sum(parts) - 5.4).toBeGreaterThan(6.9);
  });

  it('100 million views', () => {
    const parts = cost('100 million views');
    // 100 million times 50 KB are 5,000 GB, 1,000 of them free
    expect(parts.cdnBytes).toBeCloseTo(4000 * 0.085, 6);
    // 90 million requests in ten thousands
    expect(parts.cdnRequests).toBeCloseTo(9000 * 0.01, 6);
    expect(parts.edgeFunction).toBeCloseTo(98 * 0.1, 6);
    // one path a deletion
    expect(parts.invalidations).toBeCloseTo((20_000 - 1000) * 0.005, 6);
    expect(parts.api).toBeCloseTo(0.42 * 3.5, 6);
    // misses: 5 million of 50 ms, and 800,000 renditions of 1 s at 3 GB. Uploads: 200,000 of 0.6 s
    // at 1.73 GB. Calls: 220,000 of 50 ms at half a GB
    const seconds = 5e6 * 0.05 * 3 + 8e5 * 3 + 2e5 * 0.6 * 1.73 + 2.2e5 * 0.05 * 0.5;
    expect(parts.functions).toBeCloseTo(5.42 * 0.2 + seconds * 0.0000133334, 6);
    expect(parts.objects).toBeCloseTo(1000 * 0.023 + 1200 * 0.005 + 5800 * 0.0004, 6);
    // 2,000 users over the free 10,000
    expect(parts.users).toBeCloseTo(11, 6);
    // 40 million and 2.52 million reads, 8.2 million, 7.2 million and 5 million writes; 6 GB of
    // records and their backup
    expect(parts.records).toBeCloseTo(42.52 * 0.125 + 20.4 * 0.625 + 6 * 0.45, 6);
    // 5.42 million lines of 320 bytes, each paid when it comes and as long as it stays
    expect(parts.logs).toBeCloseTo(5.42 * 0.32 * 0.53, 6);
    // one a second of a month's 2,592,000, and a twentieth of the other 2,828,000; 100,000 free
    expect(parts.traces).toBeCloseTo((2.592 + 0.1414 - 0.1) * 5, 6);
    // 15 GB of access logs for a week of the month in 20,000 files: each 200 reads, 50 writes and a
    // gigabyte second. The images' own numbers are 408 writes more
    const kept = 15 * 0.023 * (7 / 30);
    const metered = 20 * 0.0054 + 4 * 0.125 + (1 + 8.16) * 0.625 + 20_000 * 0.0000133334;
    expect(parts.metering).toBeCloseTo(kept + metered, 6);
  });
});
