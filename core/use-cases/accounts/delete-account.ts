import type { InputOf } from '../../api/call-types.ts';
import type { MarkedAccount } from '../../api/calls/accounts.ts';
import { largest } from '../../foundation/numbers/extremes.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { encodeIdBytes } from '../../images/ids.ts';
import type { Services } from '../../ports/services.ts';
import type { Project } from '../../projects/project.ts';
import type { User } from '../access/authenticate-user.ts';
import { requireFreshSignIn } from '../access/require-fresh-sign-in.ts';
import { type ClosingNeeds, closeProject } from '../projects/delete-project.ts';

type Needs = ClosingNeeds & Pick<Services, 'accounts'>;

/**
 * Every project of the account, including deleted ones that are not purged; `busy` if their list
 * lags.
 */
async function findOwned(services: Needs, { account }: User): Promise<Project[]> {
  const { memberships, projects, accounts } = services;
  const { accountId } = account;
  const own = await memberships.listProjectsOf(accountId);
  const found = await Promise.all(own.map(({ projectId }) => projects.getProject(projectId)));
  const owned = found.filter((project) => project?.accountId === accountId) as Project[];
  // an index may lack a new project, which would keep the account from being deleted
  if (owned.length === (await accounts.countProjects(accountId))) return owned;
  const headers = { 'Retry-After': '1' };
  throw new ServiceError('busy', {
    detail: 'Your projects are being changed concurrently; retry.',
    headers,
  });
}

/**
 * An account is deleted with its last project, so an account without projects gets one to delete.
 */
async function addLast(services: Needs, { account }: User): Promise<Project> {
  const { accounts, projects, clock, randomBytes } = services;
  const projectId = `prj_${encodeIdBytes(randomBytes(26))}`;
  const { accountId, plan } = account;
  const named = { projectId, accountId, name: 'default', allowedOrigins: [], plan };
  await accounts.addProject({ ...named, createdAt: clock(), isDefault: true }, null);
  const result = await projects.getProject(projectId);
  if (!result) throw new ServiceError('busy', { headers: { 'Retry-After': '1' } });
  return result;
}

async function requireAlone({ memberships }: Needs, owned: readonly Project[]): Promise<void> {
  const members = await Promise.all(
    owned.map(({ projectId }) => memberships.listMembers(projectId)),
  );
  const shared = owned.filter((_, at) => (members[at]?.length ?? 0) > 1);
  if (shared.length === 0) return;
  const projectIds = shared.map(({ projectId }) => projectId);
  const detail = 'Transfer these projects or remove their members first.';
  throw new ServiceError('account_shares_projects', { detail, members: { projectIds } });
}

/**
 * Deletes every project of the user's account, and the account with the last of them. Repeating it
 * continues an interrupted call. Throws sign_in_too_old, account_shares_projects.
 */
export async function deleteAccount(
  services: Needs,
  user: User,
  { now }: InputOf<'deleteAccount'>,
): Promise<MarkedAccount> {
  requireFreshSignIn(services, user);
  const isNow = now === true;
  const owned = await findOwned(services, user);
  const all = owned.length > 0 ? owned : [await addLast(services, user)];
  await requireAlone(services, all);
  const withAccount = services.clock();
  for (const project of all) await closeProject(services, project, { isNow, withAccount });
  const projectIds = all.map(({ projectId }) => projectId);
  const closed = await Promise.all(projectIds.map((id) => services.projects.getProject(id)));
  const ends = closed.map((project) => project?.deletion?.purgeAt ?? withAccount);
  const purgeAt = new Date(largest(ends)).toISOString();
  return { message: 'account_marked_for_deletion', projectIds, purgeAt };
}
