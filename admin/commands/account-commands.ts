import type { Command } from 'commander';
import { CommandError } from '../../cli/command-error.ts';
import { wholeNumber } from '../../cli/commands/option-values.ts';
import { type Columns, facts, table } from '../../cli/output/table.ts';
import type { Session } from '../../cli/session.ts';
import type { Account } from '../../core/accounts/account.ts';
import type { ListedAccount } from '../../core/ports/members/account-directory.ts';
import type { Membership } from '../../core/ports/members/membership-store.ts';
import { findPlan, PLANS } from '../../core/projects/plans.ts';
import type { Project } from '../../core/projects/project.ts';
import { getAccountUsage } from '../../core/use-cases/usage/get-usage.ts';
import { type AdminCall, adminAction } from '../session/admin-action.ts';
import { audited } from '../session/audited.ts';
import { timeText } from '../session/time-text.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;

const encodeCursor = (after: string) => Buffer.from(after).toString('base64url');

function decodeCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const after = Buffer.from(cursor, 'base64url').toString();
  if (encodeCursor(after) === cursor && after !== '') return after;
  throw new CommandError('usage', 'The cursor is not one that this list returned.');
}

/** The operator's own account has no time: it came with the service. */
const openedAt = ({ createdAt }: Pick<ListedAccount, 'createdAt'>) =>
  createdAt === 0 ? null : timeText(createdAt);

interface ShownAccount extends Omit<ListedAccount, 'createdAt'> {
  readonly createdAt: string | null;
}

const ACCOUNT_COLUMNS: Columns<ShownAccount> = {
  account: ({ accountId }) => accountId,
  plan: ({ plan }) => plan,
  opened: ({ createdAt }) => createdAt,
  issuer: ({ identity }) => identity?.issuer,
  subject: ({ identity }) => identity?.subject,
};
const PROJECT_COLUMNS = {
  project: ({ projectId }: Project) => projectId,
  name: ({ name }: Project) => name,
  suspended: ({ suspension }: Project) => suspension && timeText(suspension.suspendedAt),
};
const MEMBERSHIP_COLUMNS = {
  'member of': ({ projectId }: Membership) => projectId,
  role: ({ role }: Membership) => role,
};

async function list({ session, services, options }: AdminCall): Promise<void> {
  const { limit = DEFAULT_LIMIT, cursor } = options;
  const page = await services.directory.listAccounts(limit, decodeCursor(cursor));
  const accounts = page.accounts.map((account) => ({ ...account, createdAt: openedAt(account) }));
  session.printList(accounts, ACCOUNT_COLUMNS, 'No accounts were found.');
  if (page.next) session.tell(`More accounts: --cursor ${encodeCursor(page.next)}`);
}

async function findAccount({ services, args: [accountId = ''] }: AdminCall): Promise<Account> {
  const found = await services.accounts.getAccount(accountId);
  if (found) return found;
  throw new CommandError('notFound', `The account ${accountId} does not exist.`);
}

async function show(call: AdminCall): Promise<void> {
  const { session, services } = call;
  const account = await findAccount(call);
  const { accountId, identity, plan } = account;
  const usage = await getAccountUsage(services, { account });
  const projects = await services.projects.listProjects(accountId);
  const memberships = await services.memberships.listProjectsOf(accountId);
  const opened = openedAt(account);
  const owned = projects.map(({ projectId, name, suspension = null }) => {
    return { projectId, name, suspension };
  });
  const roles = memberships.map(({ projectId, role }) => ({ projectId, role }));
  const own = { accountId, identity, plan: plan.name, createdAt: opened };
  session.print({ ...own, usage, projects: owned, memberships: roles }, () => {
    const { images, transformations, bandwidthBytes } = usage;
    const amounts = Object.entries({ images, transformations, 'bytes sent': bandwidthBytes });
    const used = amounts.map(([name, { used, limit }]) => [
      name,
      `${used} of ${limit ?? 'unlimited'}`,
    ]);
    return [
      facts({
        account: accountId,
        plan: plan.name,
        opened,
        month: usage.month,
        ...Object.fromEntries(used),
        issuer: identity?.issuer,
        subject: identity?.subject,
      }),
      table(projects, PROJECT_COLUMNS, 'The account owns no project.'),
      table(memberships, MEMBERSHIP_COLUMNS, 'The account is not a member of any project.'),
    ].join('\n\n');
  });
}

async function setPlan(call: AdminCall): Promise<void> {
  const { session, services, args } = call;
  const [, plan = ''] = args;
  if (!findPlan(plan, services.plans)) {
    const known = [...Object.keys(PLANS), ...Object.keys(services.plans)].join(', ');
    throw new CommandError('usage', `The plan ${plan} does not exist.`, `Known plans: ${known}.`);
  }
  const { accountId, plan: before } = await findAccount(call);
  const act = { action: 'set-plan', accountId, projectId: null, sent: { accountId, plan } };
  const { isSet } = await audited(services, act, async () => {
    return { isSet: await services.directory.setPlan(accountId, plan) };
  });
  if (!isSet) throw new CommandError('notFound', `The account ${accountId} no longer exists.`);
  const previousName = before.name;
  session.print(
    { accountId, plan, planBefore: previousName },
    () =>
      `The plan of ${accountId} changed from ${previousName} to ${plan}, effective from the next request on.`,
  );
}

/** `admin accounts …`. */
export function addAccountCommands(admin: Command, session: Session): void {
  const accounts = admin.command('accounts').description('manage accounts');
  accounts
    .command('list')
    .description('list all accounts, unordered; for a stack this scans a whole table')
    .option('--cursor <cursor>', 'the cursor of the previous page')
    .option('--limit <number>', 'maximum number of entries', wholeNumber(1, MAX_LIMIT))
    .action(adminAction(session, list));
  accounts
    .command('show')
    .description('show the plan, the projects and the monthly usage of an account')
    .argument('<account>', 'ID of the account')
    .action(adminAction(session, show));
  accounts
    .command('set-plan')
    .description('change the plan of an account, effective from the next request on')
    .argument('<account>', 'ID of the account')
    .argument('<plan>', 'free, unlimited, or a plan of the settings')
    .action(adminAction(session, setPlan));
}
