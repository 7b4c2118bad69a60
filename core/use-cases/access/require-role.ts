import { isEnough, type Role } from '../../accounts/roles.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import type { Project } from '../../projects/project.ts';
import type { Person } from './authenticate-person.ts';
import { requireRunning } from './require-running.ts';

/** A project as one of its members sees it. */
export interface MembersProject {
  readonly project: Project;
  readonly role: Role;
}

/** Which projects are there for a call: those that live, or for their owners deleted ones too. */
type Which = 'living' | 'deleted too';

/** Whether a member may know of the project: of one that is deleted only its owners do. */
export function mayKnow({ project, role }: MembersProject): boolean {
  return project.deletion === null || role === 'owner';
}

/**
 * The project where the person has the role at least; throws project_not_found to whom is no member, and where it is deleted, insufficient_role
 * (errors.forbidden, security.foreign-as-unknown), project_suspended.
 */
export async function requireRole(
  { memberships, projects }: Pick<Services, 'memberships' | 'projects'>,
  { account }: Person,
  projectId: string,
  asked: Role,
  which: Which = 'living',
): Promise<MembersProject> {
  const membership = await memberships.getMembership(projectId, account.accountId);
  const project = membership && (await projects.getProject(projectId));
  if (!project) throw new ServiceError('project_not_found');
  const isThere =
    which === 'living' ? !project.deletion : mayKnow({ project, role: membership.role });
  if (!isThere) throw new ServiceError('project_not_found');
  if (!isEnough(membership.role, asked)) {
    throw new ServiceError('insufficient_role', {
      detail: `This call requires the role ${asked}; yours is ${membership.role}.`,
    });
  }
  // of a suspended project its members may see what its viewers see, and change nothing
  if (asked !== 'viewer') requireRunning(project, true);
  return { project, role: membership.role };
}
