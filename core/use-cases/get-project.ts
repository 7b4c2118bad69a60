import type { DescribedProject } from '../contract/calls/shapes.ts';
import type { Services } from '../ports.ts';
import type { Person } from './authenticate-person.ts';
import { describeProject } from './describe-project.ts';
import { requireRole } from './require-role.ts';

/** A project that the person belongs to; throws project_not_found (CONTRACT C10.8). */
export async function getProject(
  services: Pick<Services, 'memberships' | 'projects'>,
  person: Person,
  { projectId }: { projectId: string },
): Promise<DescribedProject> {
  return describeProject(await requireRole(services, person, projectId, 'viewer', 'deleted too'));
}
