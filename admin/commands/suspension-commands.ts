import type { Command } from 'commander';
import { CommandError } from '../../cli/command-error.ts';
import { confirmed } from '../../cli/output/ask.ts';
import { facts } from '../../cli/output/table.ts';
import type { Session } from '../../cli/session.ts';
import type { Project } from '../../core/projects/project.ts';
import { resumeProject, suspendProject } from '../../core/use-cases/moderation/suspend-project.ts';
import { type AdminCall, adminAction } from './admin-action.ts';
import { audited } from './audited.ts';
import { readReason } from './read-reason.ts';
import { timeText } from './time-text.ts';

async function findProject({ services, args: [projectId = ''] }: AdminCall): Promise<Project> {
  const found = await services.projects.getProject(projectId);
  if (found) return found;
  throw new CommandError('notFound', `There is no project ${projectId}.`);
}

async function show(call: AdminCall): Promise<void> {
  const { projectId, name, accountId, plan, createdAt, suspension } = await findProject(call);
  const members = await call.services.memberships.listMembers(projectId);
  const own = { projectId, name, accountId, plan: plan.name, createdAt: timeText(createdAt) };
  const suspendedAt = suspension ? timeText(suspension.suspendedAt) : null;
  const answer = {
    ...own,
    members: members.map((one) => ({ accountId: one.accountId, role: one.role })),
    suspension: suspension ? { ...suspension, suspendedAt } : null,
  };
  call.session.print(answer, () => {
    const owners = members.filter(({ role }) => role === 'owner');
    return facts({
      ...own,
      members: members.length,
      owners: owners.map((one) => one.accountId).join(' '),
      suspended: suspendedAt,
      reason: suspension?.reason,
    });
  });
}

async function suspend(call: AdminCall): Promise<void> {
  const { session, services, options } = call;
  const reason = readReason(options.reason);
  const { projectId, accountId, name } = await findProject(call);
  await confirmed(session.machine, `Suspend ${name} (${projectId}) of ${accountId}?`, options.yes);
  const act = { action: 'suspend-project', accountId, projectId, sent: { projectId, reason } };
  const { suspendedAt } = await audited(services, act, () =>
    suspendProject(services, projectId, reason),
  );
  session.print(
    { projectId, suspension: { reason, suspendedAt: timeText(suspendedAt) } },
    () => `${projectId} is suspended: its keys open nothing, nothing of it is served or changed.`,
  );
}

async function resume(call: AdminCall): Promise<void> {
  const { session, services } = call;
  const { projectId, accountId, suspension } = await findProject(call);
  const act = { action: 'resume-project', accountId, projectId, sent: { projectId } };
  await audited(services, act, async () => {
    await resumeProject(services, projectId);
    return {};
  });
  session.print({ projectId, suspension: null }, () =>
    suspension ? `${projectId} is open again, as it was.` : `${projectId} was not suspended.`,
  );
}

/** `admin projects …`. */
export function addSuspensionCommands(admin: Command, session: Session): void {
  const projects = admin.command('projects').description('close projects, and open them again');
  projects
    .command('show')
    .description('show whose it is, and whether it is suspended')
    .argument('<project>', 'its id')
    .action(adminAction(session, show));
  projects
    .command('suspend')
    .description('close it: its keys, its changes and its delivery, at origin and edge at once')
    .argument('<project>', 'its id')
    .requiredOption('--reason <text>', 'told to its members, and to who calls with its API keys')
    .option('-y, --yes', 'without asking')
    .action(adminAction(session, suspend));
  projects
    .command('resume')
    .description('open it again, all as it was')
    .argument('<project>', 'its id')
    .action(adminAction(session, resume));
}
