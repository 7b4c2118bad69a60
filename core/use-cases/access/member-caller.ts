import type { Role } from '../../accounts/roles.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from './authenticate.ts';
import type { Person } from './authenticate-person.ts';
import { requireRole } from './require-role.ts';

/** A person as the caller of a call that API keys open too. Throws validation_failed without a project, project_not_found, insufficient_role. */
export async function memberCaller(
  services: Pick<Services, 'memberships' | 'projects'>,
  person: Person,
  projectId: string | undefined,
  role: Role,
): Promise<Caller> {
  if (projectId === undefined) {
    const detail = 'projectId is required with an access token.';
    const errors = [{ pointer: '/projectId', code: 'required', detail }];
    throw new ServiceError('validation_failed', { detail, errors });
  }
  const { project } = await requireRole(services, person, projectId, role);
  return { project };
}
