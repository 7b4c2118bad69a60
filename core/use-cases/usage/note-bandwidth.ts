import type { Services } from '../../ports/services.ts';
import type { Project } from '../../projects/project.ts';

/** The text that its alarm searches for. */
export const OVER_BANDWIDTH = 'bandwidth over the plan';

/**
 * Logs an account above its plan's bandwidth in a month, with each access log that adds to it;
 * nothing is refused for it (quotas.bandwidth).
 */
export function noteBandwidth(
  { log }: Pick<Services, 'log'>,
  { accountId, projectId, plan }: Pick<Project, 'accountId' | 'projectId' | 'plan'>,
  month: string,
  used: number,
): void {
  const limit = plan.maxBandwidthBytesPerMonth;
  if (limit === null || used < limit) return;
  log.warn(OVER_BANDWIDTH, { accountId, projectId, plan: plan.name, month, used, limit });
}
