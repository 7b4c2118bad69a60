import type { ResultOf } from '../../api/call-types.ts';
import type { DescribedDay, DescribedUsage } from '../../api/calls/projects.ts';
import { type DayUsage, reportedDays } from '../../metering/usage-days.ts';
import type { UsedAmounts } from '../../ports/projects/usage-store.ts';
import type { Services } from '../../ports/services.ts';
import { refusesImages } from '../../projects/over-bandwidth.ts';
import { monthEnd, monthOf, type Plan } from '../../projects/plans.ts';
import type { Caller } from '../access/authenticate.ts';
import type { User } from '../access/authenticate-user.ts';

/** The usage of a plan in the month of a moment; `isRefused`: for the bandwidth of that month. */
export function describeUsage(
  used: UsedAmounts,
  plan: Plan,
  now: number,
  isRefused = false,
): DescribedUsage {
  const resetsAt = new Date(monthEnd(now)).toISOString();
  return {
    month: monthOf(now),
    resetsAt,
    images: { used: used.images, limit: plan.maxImages },
    transformations: { used: used.transformations, limit: plan.maxTransformationsPerMonth },
    bandwidthBytes: { used: used.bandwidthBytes, limit: plan.maxBandwidthBytesPerMonth },
    imagesRefusedUntil: isRefused ? resetsAt : null,
    topImages: used.topImages.map(({ imageId, bytes, requests }) => ({
      imageId,
      bandwidthBytes: bytes,
      requests,
    })),
  };
}

/** The total usage of all projects of a user's account in this month (calls.get-usage). */
export async function getAccountUsage(
  { clock, usage }: Pick<Services, 'clock' | 'usage'>,
  { account }: Pick<User, 'account'>,
): Promise<DescribedUsage> {
  const now = clock();
  return describeUsage(await usage.ofAccount(account.accountId, monthOf(now)), account.plan, now);
}

/**
 * A project's usage of its account's plan in this month; for a user without a project, the usage of
 * their account (calls.get-usage).
 */
export async function getUsage(
  services: Pick<Services, 'clock' | 'usage'>,
  caller: Caller | User,
): Promise<DescribedUsage> {
  if (!('project' in caller)) return getAccountUsage(services, caller);
  const { project } = caller;
  const now = services.clock();
  const used = await services.usage.ofProject(project, monthOf(now));
  return describeUsage(used, project.plan, now, refusesImages(project, now));
}

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

/** The usage of the caller's project on each of the last 31 days (calls.get-usage-by-day). */
export async function getUsageByDay(
  services: Pick<Services, 'clock' | 'usage'>,
  { project }: Caller,
): Promise<ResultOf<'getUsageByDay'>> {
  return { days: await describeUsageByDay(services, project.projectId) };
}
