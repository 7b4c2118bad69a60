import type { Services } from '../../ports/services.ts';
import type { Plan } from '../../projects/plans.ts';
import type { Project } from '../../projects/project.ts';
import { isQuotaOnlyLogged } from '../../projects/quota-mode.ts';

/** The quotas of a plan that something can be refused for. */
export type EnforcedQuota = keyof Pick<Plan, 'maxImages' | 'maxTransformationsPerMonth'>;

/**
 * What is allowed where a bounded plan may be exceeded: it is still counted where a bound is held,
 * so that those who may not exceed it see it.
 */
export const BEYOND_QUOTA: number = Number.MAX_SAFE_INTEGER;

/**
 * Whether what its plan doesn't hold is let by all the same, because the project says `quotaMode:
 * log` and its plan lets it; then it is logged, each time (quotas.log-mode).
 */
export function mayExceedQuota(
  { log }: Pick<Services, 'log'>,
  project: Project,
  quota: EnforcedQuota,
): boolean {
  if (!isQuotaOnlyLogged(project)) return false;
  const { projectId, accountId, plan } = project;
  log.warn('over quota', { projectId, accountId, plan: plan.name, quota, limit: plan[quota] });
  return true;
}
