import type { InputOf } from '../../api/call-types.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Member } from '../access/authorize-member.ts';
import { requireFreshSignIn } from '../access/require-fresh-sign-in.ts';
import type { ClosingNeeds } from './delete-project.ts';
import { askDeletion, requireName } from './request-deletion.ts';

/**
 * Has all present images of a project deleted; later uploads stay. Throws project_not_found,
 * validation_failed, sign_in_too_old: this can't be undone.
 */
export async function emptyProject(
  services: Omit<ClosingNeeds, 'projectPurge'>,
  member: Member,
  { name }: InputOf<'emptyProject'>,
): Promise<{ message: 'project_marked_for_emptying'; projectId: string }> {
  const { project } = member;
  const { projectId } = project;
  requireFreshSignIn(services, member);
  requireName(project, name);
  const requested = await askDeletion(services, project, { kind: 'empty', afterMs: 0 });
  const isAsked = await services.projectDeletions.request(requested);
  if (!isAsked) throw new ServiceError('project_not_found');
  await services.projectQueue.addDeletion(projectId, 0);
  return { message: 'project_marked_for_emptying', projectId };
}
