import type { Services } from '../ports.ts';

type Needs = Pick<Services, 'projects' | 'log'>;

/** The text that the alarm on it looks for. */
export const OVER_BANDWIDTH = 'bandwidth over the plan';

/**
 * Tells of an account that was sent more in a month than its plan holds, with each log that adds to it: nothing is refused for it (CONTRACT C7.3).
 */
export async function noteBandwidth(
  { projects, log }: Needs,
  { projectId, month }: { readonly projectId: string; readonly month: string },
  used: number,
): Promise<void> {
  const project = await projects.getProject(projectId);
  const limit = project?.plan.maxBandwidthBytesPerMonth ?? null;
  if (!project || limit === null || used < limit) return;
  const { accountId, plan } = project;
  log.warn(OVER_BANDWIDTH, { accountId, projectId, plan: plan.name, month, used, limit });
}
