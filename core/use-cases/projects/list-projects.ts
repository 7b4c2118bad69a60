import type { DescribedProject } from '../../api/calls/projects.ts';
import type { Services } from '../../ports/services.ts';
import type { User } from '../access/authenticate-user.ts';
import { mayKnow } from '../access/authorize-member.ts';
import { describeProject } from './describe-project.ts';

/** The projects that a person belongs to, oldest membership first (projects.settings). */
export async function listProjects(
  { memberships, projects }: Pick<Services, 'memberships' | 'projects'>,
  { account }: User,
): Promise<{ projects: DescribedProject[] }> {
  const own = await memberships.listProjectsOf(account.accountId);
  const found = await Promise.all(
    own.map(async ({ projectId, accountId }) => {
      // the list may be a moment old: neither a role that was taken nor a project that one was
      // taken out of is shown again
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
