import type { DescribedProject } from '../../api/calls/projects.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import { type Member, recheckMember } from '../access/authorize-member.ts';
import { describeProject } from './describe-project.ts';

type Needs = Pick<Services, 'memberships' | 'projects' | 'projectDeletions' | 'projectPurge'>;

/**
 * Restores a deleted project, and cancels the deletion of its account; an open project stays as it
 * is. Throws project_not_found, project_purged.
 */
export async function restoreProject(services: Needs, member: Member): Promise<DescribedProject> {
  const { projectId, deletion } = member.project;
  if (deletion) {
    await services.projectDeletions.restore(projectId);
    await services.projectPurge.purgeProject(projectId); // whatever the edge has cached meanwhile
  }
  const found = await recheckMember(services, member);
  if (found.project.deletion) throw new ServiceError('project_purged');
  return describeProject(found);
}
