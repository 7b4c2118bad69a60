import { isEnough } from '../../accounts/roles.ts';
import type { InputOf } from '../../api/call-types.ts';
import type { ExportedAccount } from '../../api/calls/accounts.ts';
import { MANAGES_KEYS } from '../../api/calls/keys.ts';
import { CURSOR_FAULT } from '../../api/fields.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { encodeListCursor, readListCursor } from '../../foundation/list-cursor.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Membership } from '../../ports/members/membership-store.ts';
import type { Services } from '../../ports/services.ts';
import { monthOf } from '../../projects/plans.ts';
import type { User } from '../access/authenticate-user.ts';
import { type MembersProject, mayKnow } from '../access/authorize-member.ts';
import { describeKey } from '../keys/describe-key.ts';
import { describeProject } from '../projects/read-projects.ts';
import { describeUsage, describeUsageByDay } from '../usage/get-usage.ts';

type Needs = Pick<Services, 'clock' | 'keys' | 'memberships' | 'projects' | 'usage'>;
type ExportedProject = ExportedAccount['projects'][number];

const timeOf = (at: number) => new Date(at).toISOString();

async function listKeys({ keys, clock }: Needs, { project, role }: MembersProject) {
  if (!isEnough(role, MANAGES_KEYS.credential.role)) return { apiKeys: null, uploadKeys: null };
  const of = async (kind: 'api' | 'upload') =>
    (await keys.listKeys({ projectId: project.projectId, kind }, clock())).map(describeKey);
  const [apiKeys, uploadKeys] = await Promise.all([of('api'), of('upload')]);
  return { apiKeys, uploadKeys };
}

async function exportProject(services: Needs, found: MembersProject): Promise<ExportedProject> {
  const { clock, memberships, usage } = services;
  const { project } = found;
  const now = clock();
  const members = await memberships.listMembers(project.projectId);
  return {
    project: describeProject(found),
    usage: describeUsage(await usage.ofProject(project, monthOf(now)), project.plan, now),
    usageByDay: await describeUsageByDay(services, project.projectId),
    members: members.map(({ accountId, role, createdAt }) => ({
      accountId,
      role,
      createdAt: timeOf(createdAt),
    })),
    ...(await listKeys(services, found)),
  };
}

/** Memberships in one order; the store's order is undefined among those of one moment. */
function inOrder(own: readonly Membership[]): Membership[] {
  return [...own].sort((a, b) => a.createdAt - b.createdAt || (a.projectId < b.projectId ? -1 : 1));
}

/** The memberships after the cursor; throws validation_failed if it is of another list. */
function following(own: readonly Membership[], cursor: string | undefined, accountId: string) {
  if (cursor === undefined) return inOrder(own);
  const from = readListCursor(cursor, ['export', accountId]);
  if (!from) {
    const { code, detail } = CURSOR_FAULT;
    const errors = [{ pointer: '/cursor', code, detail }];
    throw new ServiceError('validation_failed', { detail, errors });
  }
  return inOrder(own).filter(
    ({ createdAt, projectId }) =>
      createdAt > from.at || (createdAt === from.at && projectId > from.id),
  );
}

/** The projects of a page, and the cursor of the next page. */
async function exportPage(services: Needs, own: readonly Membership[], accountId: string) {
  const page = own.slice(0, LIMITS.maxExportedProjects);
  const projects = await Promise.all(
    page.map(async ({ projectId, role }) => {
      const project = await services.projects.getProject(projectId);
      const isKnown = project && mayKnow({ project, role });
      return isKnown ? [await exportProject(services, { project, role })] : [];
    }),
  );
  const last = own.length > page.length ? page.at(-1) : undefined;
  const position = last && { at: last.createdAt, id: last.projectId };
  const cursor = position ? encodeListCursor(position, ['export', accountId]) : null;
  return { projects: projects.flat(), cursor };
}

/**
 * All stored data of a user's account except the images, which list-images lists. Throws
 * validation_failed.
 */
export async function exportAccount(
  services: Needs,
  { account }: User,
  { cursor }: InputOf<'exportAccount'>,
): Promise<ExportedAccount> {
  const { accountId, identity, plan, createdAt, deletedAt } = account;
  if (!identity) throw new Error(`${accountId} has no identity`);
  const now = services.clock();
  const own = await services.memberships.listProjectsOf(accountId);
  const used = await services.usage.ofAccount(accountId, monthOf(now));
  return {
    account: {
      accountId,
      ...identity,
      plan: plan.name,
      createdAt: timeOf(createdAt),
      deletedAt: deletedAt === undefined ? null : timeOf(deletedAt),
    },
    usage: describeUsage(used, plan, now),
    ...(await exportPage(services, following(own, cursor, accountId), accountId)),
  };
}
