import type { InputOf } from '../../api/call-types.ts';
import type { MarkedProject } from '../../api/calls/projects.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import type { Project } from '../../projects/project.ts';
import { type Member, recheckMember } from '../access/authorize-member.ts';
import { requireFreshSignIn } from '../access/require-fresh-sign-in.ts';
import { askDeletion, requireName } from './request-deletion.ts';

/** The ports that closing a project uses. */
export type ClosingNeeds = Pick<
  Services,
  | 'clock'
  | 'randomBytes'
  | 'projects'
  | 'memberships'
  | 'projectDeletions'
  | 'projectPurge'
  | 'projectQueue'
>;

/**
 * How a project is deleted: `isNow` without the time for restoring it, `withAccount` with its
 * account, from that moment.
 */
export interface Closing {
  readonly isNow: boolean;
  readonly withAccount?: number;
}

/**
 * Closes a project: from now on its keys and its delivery stop, and its purge is due after the time
 * for restoring it. A project that is already closed stays as it is; only its purge may be moved to
 * an earlier time.
 */
export async function closeProject(
  services: ClosingNeeds,
  project: Project,
  { isNow, withAccount }: Closing,
): Promise<void> {
  const { projectDeletions, projectPurge, projectQueue } = services;
  const { projectId } = project;
  const afterMs = isNow ? 0 : LIMITS.projectRestoreMs;
  const requested = await askDeletion(services, project, { kind: 'delete', afterMs });
  const isClosed = await projectDeletions.request(requested, withAccount);
  if (!isClosed && isNow) await projectDeletions.hasten(projectId, requested.purgeAt);
  await projectPurge.purgeProject(projectId);
  if (isNow) await projectQueue.addDeletion(projectId, 0);
}

/**
 * Deletes a project; repeating it answers the same. Throws project_not_found, validation_failed,
 * sign_in_too_old, default_project_stays.
 */
export async function deleteProject(
  services: ClosingNeeds,
  member: Member,
  { name, now }: InputOf<'deleteProject'>,
): Promise<MarkedProject> {
  const { project } = member;
  const { projectId } = project;
  const isNow = now === true;
  if (isNow) requireFreshSignIn(services, member);
  requireName(project, name);
  if (project.isDefault) throw new ServiceError('default_project_stays');
  await closeProject(services, project, { isNow });
  const { deletion } = (await recheckMember(services, member)).project;
  if (!deletion) throw new ServiceError('project_not_found'); // restored by another owner meanwhile
  const purgeAt = new Date(deletion.purgeAt).toISOString();
  return { message: 'project_marked_for_deletion', projectId, purgeAt };
}
