import type { DescribedUsage } from '../contract/calls/get-usage.ts';
import { ServiceError } from '../contract/service-error.ts';
import type { Services } from '../ports.ts';
import { monthEnd, monthOf } from '../projects/plans.ts';
import type { Caller } from './authenticate.ts';

/** What a project uses of its account's plan this month; throws project_not_found (CONTRACT C10.10). */
export async function getUsage(
  { clock, usage }: Pick<Services, 'clock' | 'usage'>,
  { project }: Caller,
  input: { projectId?: string },
): Promise<DescribedUsage> {
  const { projectId = project.projectId } = input;
  if (projectId !== project.projectId) throw new ServiceError('project_not_found');
  const now = clock();
  const month = monthOf(now);
  const { images, transformations } = await usage.ofProject(project, month);
  const { maxImages, maxTransformationsPerMonth, maxBandwidthBytesPerMonth } = project.plan;
  return {
    month,
    resetsAt: new Date(monthEnd(now)).toISOString(),
    images: { used: images, limit: maxImages },
    transformations: { used: transformations, limit: maxTransformationsPerMonth },
    bandwidthBytes: { used: 0, limit: maxBandwidthBytesPerMonth }, // not metered yet
    topImages: [],
  };
}
