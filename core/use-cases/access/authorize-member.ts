import { isEnough, type Role } from '../../accounts/roles.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import type { Project } from '../../projects/project.ts';
import type { Caller } from './authenticate.ts';
import type { User } from './authenticate-user.ts';
import { markAuthorized } from './authorized.ts';
import { requireRunning } from './require-running.ts';

type Needs = Pick<Services, 'memberships' | 'projects'>;

/** A project as one of its members sees it. */
export interface MembersProject {
  readonly project: Project;
  readonly role: Role;
}

/** What a call asks of a member. */
export interface RoleRule {
  readonly requiredRole: Role;
  /** Whether a deleted project is there for its owners; else it is there for nobody. */
  readonly reachesDeleted: boolean;
}

/** A user who has the role that the call asks for, in the project as it was then. */
export interface Member extends User, Caller, MembersProject {
  readonly rule: RoleRule;
}

/** Whether a member may know of the project: of one that is deleted only its owners do. */
export function mayKnow({ project, role }: MembersProject): boolean {
  return project.deletion === null || role === 'owner';
}

/** Throws insufficient_role below the role, and project_suspended (errors.forbidden). */
export function requireRole({ project, role }: MembersProject, requested: Role): void {
  if (!isEnough(role, requested)) {
    throw new ServiceError('insufficient_role', {
      detail: `This call requires the role ${requested}; yours is ${role}.`,
    });
  }
  // of a suspended project its members may see what its viewers see, and change nothing
  if (requested !== 'viewer') requireRunning(project, true);
}

/** Throws project_not_found where the project is deleted and the call reaches none that is. */
export function requireReachable({ project, rule }: Member): void {
  if (project.deletion && !rule.reachesDeleted) throw new ServiceError('project_not_found');
}

/**
 * The user as a member of the project; throws project_not_found to whom is no member, and where it
 * is deleted, insufficient_role (errors.forbidden, security.foreign-as-unknown), project_suspended.
 */
export async function authorizeMember(
  { memberships, projects }: Needs,
  user: User,
  projectId: string,
  rule: RoleRule,
): Promise<Member> {
  const membership = await memberships.getMembership(projectId, user.account.accountId);
  const project = membership && (await projects.getProject(projectId));
  if (!project) throw new ServiceError('project_not_found');
  const found = { project, role: membership.role };
  const isThere = rule.reachesDeleted ? mayKnow(found) : !project.deletion;
  if (!isThere) throw new ServiceError('project_not_found');
  requireRole(found, rule.requiredRole);
  return markAuthorized({ ...user, ...found, rule });
}

/**
 * The member as they are now, held to their call's rule again, or to another role: for a use case
 * that goes on after something changed.
 */
export function recheckMember(
  services: Needs,
  member: Member,
  requiredRole: Role = member.rule.requiredRole,
): Promise<Member> {
  const { project, rule } = member;
  return authorizeMember(services, member, project.projectId, { ...rule, requiredRole });
}
