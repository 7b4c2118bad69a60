import type { DescribedProject } from '../../api/calls/projects.ts';
import type { Services } from '../../ports/services.ts';
import type { User } from '../access/authenticate-user.ts';
import { mayKnow } from '../access/authorize-member.ts';
import { describeProject } from './describe-project.ts';

/** The projects of a user, oldest membership first (projects.settings). */
export async function listProjects(
  { memberships, projects }: Pick<Services, 'memberships' | 'projects'>,
  { account }: User,
): Promise<{ projects: DescribedProject[] }> {
  const own = await memberships.listProjectsOf(account.accountId);
  const found = await Promise.all(
    own.map(async ({ projectId, accountId }) => {
      // the list may lag by a moment: a removed role or membership is not shown again
      const [project, membership] = await Promise.all([
        projects.getProject(projectId),
        memberships.getMembership(projectId, accountId),
      ]);
      if (!project || !membership) return [];
      const found = { project, role: membership.role };
      return mayKnow(found) ? [describeProject(found)] : [];
    }),
  );
  return { projects: found.flat() };
}
