import type { DescribedProject } from '../../api/calls/shapes.ts';
import type { Services } from '../../ports/services.ts';
import type { Person } from '../access/authenticate-person.ts';
import { requireRole } from '../access/require-role.ts';
import { describeProject } from './describe-project.ts';

/** A project that the person belongs to; throws project_not_found (projects.settings). */
export async function getProject(
  services: Pick<Services, 'memberships' | 'projects'>,
  person: Person,
  { projectId }: { projectId: string },
): Promise<DescribedProject> {
  return describeProject(await requireRole(services, person, projectId, 'viewer', 'deleted too'));
}
