import type { DescribedProject } from '../contract/calls/shapes.ts';
import type { Services } from '../ports.ts';
import type { Person } from './authenticate-person.ts';
import { describeProject } from './describe-project.ts';
import { mayKnow } from './require-role.ts';

/** The projects that a person belongs to, oldest membership first (CONTRACT C10.8). */
export async function listProjects(
  { memberships, projects }: Pick<Services, 'memberships' | 'projects'>,
  { account }: Person,
): Promise<{ projects: DescribedProject[] }> {
  const own = await memberships.listProjectsOf(account.accountId);
  const found = await Promise.all(
    own.map(async ({ projectId, role }) => {
      const project = await projects.getProject(projectId);
      return project && mayKnow({ project, role }) ? [describeProject({ project, role })] : [];
    }),
  );
  return { projects: found.flat() };
}
