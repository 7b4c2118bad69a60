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

/** The requirements of a call on a member. */
export interface RoleRule {
  readonly requiredRole: Role;
  /** Whether the call can see a deleted project, as its owner; other calls can't. */
  readonly reachesDeleted: boolean;
}

/** A user with the role that the call requires, in the project as it was read then. */
export interface Member extends User, Caller, MembersProject {
  readonly rule: RoleRule;
}

/** Whether a member may see the project: only owners see a deleted one. */
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
  // members of a suspended project have the rights of a viewer
  if (requested !== 'viewer') requireRunning(project, true);
}

/** Throws project_not_found if the project is deleted and the call can't see deleted projects. */
export function requireReachable({ project, rule }: Member): void {
  if (project.deletion && !rule.reachesDeleted) throw new ServiceError('project_not_found');
}

/**
 * The user as a member of the project. Throws project_not_found for a non-member and for a deleted
 * project, insufficient_role (errors.forbidden, security.foreign-as-unknown), project_suspended.
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
 * The member's present state, checked again by their call's rule or for another role. For a use
 * case that continues after a change.
 */
export function recheckMember(
  services: Needs,
  member: Member,
  requiredRole: Role = member.rule.requiredRole,
): Promise<Member> {
  const { project, rule } = member;
  return authorizeMember(services, member, project.projectId, { ...rule, requiredRole });
}
