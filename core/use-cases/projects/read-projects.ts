import type { ResultOf } from '../../api/call-types.ts';
import type { DescribedProject } from '../../api/calls/projects.ts';
import type { Services } from '../../ports/services.ts';
import { isAllowedOrigin } from '../../projects/allowed-origins.ts';
import { recentlyRefused } from '../../projects/refused-origins.ts';
import type { User } from '../access/authenticate-user.ts';
import { type Member, type MembersProject, mayKnow } from '../access/authorize-member.ts';

/** A project as the API shows it to a member (projects.settings). */
export function describeProject({ project, role }: MembersProject): DescribedProject {
  const { projectId, name, allowedOrigins, settings, isDefault, deletion, suspension } = project;
  const { allowedWidths, allowedHeights, ...others } = settings;
  return {
    projectId,
    name,
    role,
    createdAt: new Date(project.createdAt).toISOString(),
    allowedOrigins: [...allowedOrigins],
    allowedWidths: allowedWidths && [...allowedWidths],
    allowedHeights: allowedHeights && [...allowedHeights],
    ...others,
    isDefault,
    state: deletion ? 'deleting' : 'live',
    purgeAt: deletion && new Date(deletion.purgeAt).toISOString(),
    suspension: suspension
      ? { ...suspension, suspendedAt: new Date(suspension.suspendedAt).toISOString() }
      : null,
  };
}

/** A project of the user, as its member sees it (projects.settings). */
export async function getProject(_services: unknown, member: Member): Promise<DescribedProject> {
  return describeProject(member);
}

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

/** Web origins that a project refused lately and would refuse now (origins.refused-list). */
export async function listRefusedOrigins(
  { clock, refusedOrigins }: Pick<Services, 'clock' | 'refusedOrigins'>,
  { project }: Member,
): Promise<ResultOf<'listRefusedOrigins'>> {
  const { origins } = await refusedOrigins.getRefused(project.projectId);
  const refused = recentlyRefused(origins, clock()).filter(
    ({ origin }) => !isAllowedOrigin(origin, project.allowedOrigins),
  );
  return {
    origins: refused.map(({ origin, count, lastAt }) => ({
      origin,
      count,
      lastRefusedAt: new Date(lastAt).toISOString(),
    })),
  };
}
