import { ServiceError } from '../foundation/service-error.ts';
import type { Plan } from './plans.ts';
import type { Project } from './project.ts';

/**
 * Whether nothing of a project is refused for the quotas of its plan: only while its plan allows
 * that (quotas.log-mode).
 */
export function isQuotaOnlyLogged({ plan, settings }: Pick<Project, 'plan' | 'settings'>): boolean {
  return settings.quotaMode === 'log' && plan.mayExceedQuota === true;
}

/**
 * Throws plan_forbids_log_mode if `quotaMode: log` was sent for a project of a plan whose quotas
 * may not be exceeded.
 */
export function requireAllowedMode(quotaMode: unknown, { name, mayExceedQuota }: Plan): void {
  if (quotaMode !== 'log' || mayExceedQuota === true) return;
  const detail = `The plan ${name} does not permit quotaMode log.`;
  throw new ServiceError('plan_forbids_log_mode', { detail });
}
