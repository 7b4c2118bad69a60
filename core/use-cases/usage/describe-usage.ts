import type { DescribedUsage } from '../../api/calls/projects.ts';
import type { UsedAmounts } from '../../ports/projects/usage-store.ts';
import { monthEnd, monthOf, type Plan } from '../../projects/plans.ts';

/** The usage of a plan in the month of a moment. */
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
