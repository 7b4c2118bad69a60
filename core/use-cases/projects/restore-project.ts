import { restoreProject as CONTRACT } from '../../api/calls/restore-project.ts';
import type { DescribedProject } from '../../api/calls/shapes.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import type { Person } from '../access/authenticate-person.ts';
import { requireRole } from '../access/require-role.ts';
import { describeProject } from './describe-project.ts';

type Needs = Pick<Services, 'memberships' | 'projects' | 'projectDeletions' | 'projectPurge'>;

/** Opens a deleted project again, and calls off the deletion of its account; one that lives stays as it is. Throws project_not_found, insufficient_role, project_purged. */
export async function restoreProject(
  services: Needs,
  person: Person,
  { projectId }: { readonly projectId: string },
): Promise<DescribedProject> {
  const find = () =>
    requireRole(services, person, projectId, CONTRACT.credential.role, 'deleted too');
  if ((await find()).project.deletion) {
    await services.projectDeletions.restore(projectId);
    await services.projectPurge.purgeProject(projectId); // whatever the edge was answered meanwhile
  }
  const found = await find();
  if (found.project.deletion) throw new ServiceError('project_purged');
  return describeProject(found);
}
