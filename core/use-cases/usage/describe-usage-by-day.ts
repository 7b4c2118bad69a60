import type { DescribedDay } from '../../api/calls/projects.ts';
import { type DayUsage, reportedDays } from '../../metering/usage-days.ts';
import type { Services } from '../../ports/services.ts';

const NOTHING: DayUsage = { images: 0, transformations: 0, bandwidthBytes: 0 };

/** A project's usage on each of the last 31 days, oldest first; the last one is today in UTC. */
export async function describeUsageByDay(
  { clock, usage }: Pick<Services, 'clock' | 'usage'>,
  projectId: string,
): Promise<DescribedDay[]> {
  const days = reportedDays(clock());
  const used = await usage.ofDays(projectId, days);
  return days.map((date) => ({ date, ...(used.get(date) ?? NOTHING) }));
}
