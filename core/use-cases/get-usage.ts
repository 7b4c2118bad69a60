import type { Account } from '../accounts/account.ts';
import type { DescribedUsage } from '../contract/calls/get-usage.ts';
import { ServiceError } from '../contract/service-error.ts';
import type { Services } from '../ports.ts';
import { monthEnd, monthOf, type Plan } from '../projects/plans.ts';
import type { Project } from '../projects/project.ts';
import type { UsedAmounts } from '../projects/usage-store.ts';
import type { Caller } from './authenticate.ts';

type Needs = Pick<Services, 'clock' | 'usage'>;

function describeUsage(used: UsedAmounts, plan: Plan, now: number): DescribedUsage {
  const { maxImages, maxTransformationsPerMonth, maxBandwidthBytesPerMonth } = plan;
  return {
    month: monthOf(now),
    resetsAt: new Date(monthEnd(now)).toISOString(),
    images: { used: used.images, limit: maxImages },
    transformations: { used: used.transformations, limit: maxTransformationsPerMonth },
    bandwidthBytes: { used: used.bandwidthBytes, limit: maxBandwidthBytesPerMonth },
    topImages: used.topImages.map(({ imageId, bytes, requests }) => ({
      ...{ imageId, bandwidthBytes: bytes, requests },
    })),
  };
}

/** What a project uses of its account's plan this month (CONTRACT C10.10). */
export async function getProjectUsage(
  { clock, usage }: Needs,
  project: Project,
): Promise<DescribedUsage> {
  const now = clock();
  return describeUsage(await usage.ofProject(project, monthOf(now)), project.plan, now);
}

/** What an account uses of its plan this month, over all projects that it owns (CONTRACT C10.10). */
export async function getAccountUsage(
  { clock, usage }: Needs,
  { accountId, plan }: Pick<Account, 'accountId' | 'plan'>,
): Promise<DescribedUsage> {
  const now = clock();
  return describeUsage(await usage.ofAccount(accountId, monthOf(now)), plan, now);
}

/** The same of the project of an API key; throws project_not_found where another is named. */
export async function getUsage(
  services: Needs,
  { project }: Caller,
  { projectId = project.projectId }: { projectId?: string },
): Promise<DescribedUsage> {
  if (projectId !== project.projectId) throw new ServiceError('project_not_found');
  return getProjectUsage(services, project);
}
