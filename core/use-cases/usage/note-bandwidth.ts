import type { CountedBandwidth } from '../../ports/projects/usage-store.ts';
import type { Services } from '../../ports/services.ts';
import {
  isBandwidthSpent,
  refusesImages,
  refusesOverBandwidth,
} from '../../projects/over-bandwidth.ts';
import { monthOf } from '../../projects/plans.ts';
import type { Project } from '../../projects/project.ts';

/** The text that its alarm searches for. */
export const OVER_BANDWIDTH = 'bandwidth over the plan';

/**
 * Has a project's images refused for the rest of the month, at the origin and then at the CDN. A
 * log that is metered again may have been interrupted between the two, so it purges again.
 */
async function refuseImages(
  { clock, projects, projectPurge }: Pick<Services, 'clock' | 'projects' | 'projectPurge'>,
  project: Project,
  month: string,
  { isNew, usedByAccount }: CountedBandwidth,
): Promise<void> {
  if (refusesImages(project, clock()) && isNew) return;
  await projects.noteSpentBandwidth(project.projectId, { month, bytes: usedByAccount });
  await projectPurge.purgeProject(project.projectId);
}

/**
 * Logs an account above its plan's bandwidth in a month, with each access log that adds to it. From
 * then on the images of a project that chose so are refused (quotas.bandwidth).
 */
export async function noteBandwidth(
  services: Pick<Services, 'clock' | 'log' | 'projects' | 'projectPurge'>,
  project: Project,
  month: string,
  counted: CountedBandwidth,
): Promise<void> {
  const { accountId, projectId, plan } = project;
  const { usedByAccount: used } = counted;
  if (!isBandwidthSpent(plan, used)) return;
  const limit = plan.maxBandwidthBytesPerMonth;
  services.log.warn(OVER_BANDWIDTH, { accountId, projectId, plan: plan.name, month, used, limit });
  if (month === monthOf(services.clock()) && refusesOverBandwidth(project)) {
    await refuseImages(services, project, month, counted);
  }
}
