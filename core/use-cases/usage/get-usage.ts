import type { DescribedUsage } from '../../api/calls/get-usage.ts';
import type { UsedAmounts } from '../../ports/projects/usage-store.ts';
import type { Services } from '../../ports/services.ts';
import { monthEnd, monthOf, type Plan } from '../../projects/plans.ts';
import type { Caller } from '../access/authenticate.ts';

/** What is used of a plan in the month of a moment. */
export function describeUsage(used: UsedAmounts, plan: Plan, now: number): DescribedUsage {
  return {
    month: monthOf(now),
    resetsAt: new Date(monthEnd(now)).toISOString(),
    images: { used: used.images, limit: plan.maxImages },
    transformations: { used: used.transformations, limit: plan.maxTransformationsPerMonth },
    bandwidthBytes: { used: used.bandwidthBytes, limit: plan.maxBandwidthBytesPerMonth },
    topImages: used.topImages.map(({ imageId, bytes, requests }) => ({
      imageId,
      bandwidthBytes: bytes,
      requests,
    })),
  };
}

/** What a project uses of its account's plan this month (calls.get-usage). */
export async function getUsage(
  { clock, usage }: Pick<Services, 'clock' | 'usage'>,
  { project }: Caller,
): Promise<DescribedUsage> {
  const now = clock();
  return describeUsage(await usage.ofProject(project, monthOf(now)), project.plan, now);
}
