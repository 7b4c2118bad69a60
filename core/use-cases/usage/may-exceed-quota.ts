import type { Services } from '../../ports/services.ts';
import type { Plan } from '../../projects/plans.ts';
import type { BilledProject } from '../../projects/project.ts';
import { isQuotaOnlyLogged } from '../../projects/quota-mode.ts';

/** The quotas of a plan for which calls can be refused. */
export type EnforcedQuota = keyof Pick<Plan, 'maxImages' | 'maxTransformationsPerMonth'>;

/**
 * The limits if a bounded plan may be exceeded. The usage is still counted in the bounded counter,
 * so that projects which may not exceed it see it.
 */
export const BEYOND_QUOTA: number = Number.MAX_SAFE_INTEGER;

/**
 * Whether usage beyond the plan is allowed, because the project has `quotaMode: log` and its plan
 * permits that; each excess is logged (quotas.log-mode).
 */
export function mayExceedQuota(
  { log }: Pick<Services, 'log'>,
  project: BilledProject,
  quota: EnforcedQuota,
): boolean {
  if (!isQuotaOnlyLogged(project)) return false;
  const { projectId, accountId, plan } = project;
  log.warn('over quota', { projectId, accountId, plan: plan.name, quota, limit: plan[quota] });
  return true;
}
