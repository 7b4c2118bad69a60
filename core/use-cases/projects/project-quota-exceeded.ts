import { ServiceError } from '../../foundation/service-error.ts';
import type { Plan } from '../../projects/plans.ts';

/** The refusal of a project that exceeds the plan (quotas.projects). */
export function projectQuotaExceeded({ name, maxProjects }: Plan): ServiceError {
  const detail = `The plan ${name} allows at most ${maxProjects} projects.`;
  return new ServiceError('project_quota_exceeded', { detail });
}
