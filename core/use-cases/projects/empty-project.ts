import { emptyProject as CONTRACT } from '../../api/calls/empty-project.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Person } from '../access/authenticate-person.ts';
import { requireFreshSignIn } from '../access/require-fresh-sign-in.ts';
import { requireName } from '../access/require-name.ts';
import { requireRole } from '../access/require-role.ts';
import type { ClosingNeeds } from './delete-project.ts';
import { askDeletion } from './request-deletion.ts';

/**
 * Has every picture deleted that a project has now; what is uploaded later stays. Throws project_not_found, insufficient_role, validation_failed,
 * sign_in_too_old: this can't be taken back.
 */
export async function emptyProject(
  services: Omit<ClosingNeeds, 'projectPurge'>,
  person: Person,
  { projectId, name }: { readonly projectId: string; readonly name: string },
): Promise<{ message: 'project_marked_for_emptying'; projectId: string }> {
  const { project } = await requireRole(services, person, projectId, CONTRACT.credential.role);
  requireFreshSignIn(services, person);
  requireName(project, name);
  const asked = await askDeletion(services, project, { kind: 'empty', afterMs: 0 });
  const isAsked = await services.projectDeletions.request(asked);
  if (!isAsked) throw new ServiceError('project_not_found');
  await services.projectQueue.addDeletion(projectId, 0);
  return { message: 'project_marked_for_emptying', projectId };
}
