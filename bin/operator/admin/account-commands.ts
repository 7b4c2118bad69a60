import type { Command } from 'commander';
import type { Account } from '../../../core/accounts/account.ts';
import type { ListedAccount } from '../../../core/accounts/account-directory.ts';
import { findPlan, PLANS } from '../../../core/projects/plans.ts';
import type { Project } from '../../../core/projects/project.ts';
import { getAccountUsage } from '../../../core/use-cases/get-account-usage.ts';
import { type AdminCall, adminAction, countOption } from './admin-action.ts';
import { AdminError } from './admin-error.ts';
import { facts, type Printed, table, timeText } from './print.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;

const CURSOR_FORM = /^[\w-]+$/;
const encodeCursor = (after: string) => Buffer.from(after).toString('base64url');

function decodeCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  if (!CURSOR_FORM.test(cursor)) throw new AdminError('usage', 'that is no cursor of this list');
  return Buffer.from(cursor, 'base64url').toString();
}

/** The operator's own account has no time: it came with the service. */
const openedAt = (createdAt: number) => (createdAt === 0 ? null : timeText(createdAt));

async function list({ services, options }: AdminCall): Promise<Printed> {
  const { limit = DEFAULT_LIMIT, cursor } = options;
  const page = await services.directory.listAccounts(limit, decodeCursor(cursor));
  const next = page.next && encodeCursor(page.next);
  const accounts = page.accounts.map((one) => ({ ...one, createdAt: openedAt(one.createdAt) }));
  const rows = table<ListedAccount>(
    page.accounts,
    {
      account: ({ accountId }) => accountId,
      plan: ({ plan }) => plan,
      opened: ({ createdAt }) => openedAt(createdAt),
      issuer: ({ identity }) => identity?.issuer,
      subject: ({ identity }) => identity?.subject,
    },
    'no accounts here',
  );
  return {
    json: { accounts, cursor: next },
    text: next ? `${rows}\nmore: --cursor ${next}` : rows,
  };
}

async function findAccount({ services, args: [accountId = ''] }: AdminCall): Promise<Account> {
  const found = await services.accounts.getAccount(accountId);
  if (found) return found;
  throw new AdminError('notFound', `there is no account ${accountId}`);
}

function usageText(usage: Awaited<ReturnType<typeof getAccountUsage>>): string {
  const { images, transformations, bandwidthBytes } = usage;
  const rows = Object.entries({ images, transformations, 'bandwidth, bytes': bandwidthBytes });
  return table(
    rows,
    {
      [`used in ${usage.month}`]: ([name]) => name,
      used: ([, { used }]) => used,
      limit: ([, { limit }]) => limit ?? 'none',
    },
    '',
  );
}

function projectsText(projects: readonly Project[]): string {
  return table(
    projects,
    {
      project: ({ projectId }) => projectId,
      name: ({ name }) => name,
      suspended: ({ suspension }) => suspension && timeText(suspension.suspendedAt),
    },
    'owns no project',
  );
}

async function show(call: AdminCall): Promise<Printed> {
  const { services } = call;
  const account = await findAccount(call);
  const { accountId, identity, plan, createdAt } = account;
  const usage = await getAccountUsage(services, { account });
  const projects = await services.projects.listProjects(accountId);
  const memberships = await services.memberships.listProjectsOf(accountId);
  const own = { accountId, identity, plan: plan.name, createdAt: openedAt(createdAt) };
  const roles = table(
    memberships,
    { 'member of': ({ projectId }) => projectId, role: ({ role }) => role },
    'is a member of no project',
  );
  const head = facts({
    ...{ account: accountId, plan: plan.name, opened: own.createdAt },
    ...{ issuer: identity?.issuer, subject: identity?.subject },
  });
  return {
    json: {
      ...{ ...own, usage },
      projects: projects.map(({ projectId, name, suspension = null }) => {
        return { projectId, name, suspension };
      }),
      memberships: memberships.map(({ projectId, role }) => ({ projectId, role })),
    },
    text: [head, usageText(usage), projectsText(projects), roles].join('\n\n'),
  };
}

async function setPlan(call: AdminCall): Promise<Printed> {
  const { services, args } = call;
  const [, plan = ''] = args;
  if (!findPlan(plan, services.plans)) {
    const known = [...Object.keys(PLANS), ...Object.keys(services.plans)].join(', ');
    throw new AdminError('usage', `there is no plan ${plan}; there are: ${known}`);
  }
  const { accountId, plan: before } = await findAccount(call);
  if (!(await services.directory.setPlan(accountId, plan))) {
    throw new AdminError('notFound', `there is no account ${accountId} any more`);
  }
  return {
    json: { accountId, plan, planBefore: before.name },
    text: `${accountId} is on the plan ${plan} from its next request on (was ${before.name})`,
  };
}

/** `admin accounts …` */
export function addAccountCommands(admin: Command): void {
  const accounts = admin.command('accounts').description('people’s accounts, and the operator’s');
  accounts
    .command('list')
    .description('every account, in no order (in a stack it reads the whole table, page by page)')
    .option('--cursor <cursor>', 'go on where an earlier list stopped')
    .option('--limit <number>', 'how many at most', countOption(MAX_LIMIT))
    .action(adminAction(list));
  accounts
    .command('show <account>')
    .description('its plan, its projects, and what it used this month')
    .action(adminAction(show));
  accounts
    .command('set-plan <account> <plan>')
    .description('puts it on another plan, from its next request on')
    .action(adminAction(setPlan));
}
