import type { Command } from 'commander';
import type { Project } from '../../../core/projects/project.ts';
import { resumeProject, suspendProject } from '../../../core/use-cases/suspend-project.ts';
import { type AdminCall, adminAction } from './admin-action.ts';
import { AdminError } from './admin-error.ts';
import { confirm } from './confirm.ts';
import { facts, type Printed, timeText } from './print.ts';
import { readReason } from './read-reason.ts';

async function findProject({ services, args: [projectId = ''] }: AdminCall): Promise<Project> {
  const found = await services.projects.getProject(projectId);
  if (found) return found;
  throw new AdminError('notFound', `there is no project ${projectId}`);
}

async function show(call: AdminCall): Promise<Printed> {
  const project = await findProject(call);
  const { projectId, name, accountId, plan, createdAt, suspension = null } = project;
  const members = await call.services.memberships.listMembers(projectId);
  const json = { projectId, name, accountId, plan: plan.name, createdAt: timeText(createdAt) };
  return {
    json: {
      ...json,
      suspension,
      members: members.map(({ accountId, role }) => ({ accountId, role })),
    },
    text: facts({
      ...{ project: projectId, name, account: accountId, plan: plan.name },
      ...{ created: timeText(createdAt), members: members.length },
      suspended: suspension && timeText(suspension.suspendedAt),
      reason: suspension?.reason,
    }),
  };
}

async function suspend(call: AdminCall): Promise<Printed> {
  const { services, options } = call;
  const reason = readReason(options.reason ?? '');
  const { projectId, name, accountId } = await findProject(call);
  await confirm(`Suspend ${name} (${projectId}) of ${accountId}?`, options.yes);
  const { suspendedAt } = await suspendProject(services, projectId, reason);
  return {
    json: { projectId, suspendedAt: timeText(suspendedAt), reason },
    text: `${projectId} is suspended: its keys open nothing, nothing of it is served or changed`,
  };
}

async function resume(call: AdminCall): Promise<Printed> {
  const { projectId, suspension } = await findProject(call);
  await resumeProject(call.services, projectId);
  return {
    json: { projectId, suspendedAt: null },
    text: suspension ? `${projectId} is back as it was` : `${projectId} was not suspended`,
  };
}

/** `admin projects …` */
export function addProjectCommands(admin: Command): void {
  const projects = admin.command('projects').description('what the operator says of projects');
  projects
    .command('show <project>')
    .description('whose it is, and whether it is suspended')
    .action(adminAction(show));
  projects
    .command('suspend <project>')
    .description('closes it: keys, changes and delivery, at the origin and at the edge')
    .requiredOption('--reason <text>', 'told to its members, and to who calls with its API keys')
    .option('--yes', 'without asking')
    .action(adminAction(suspend));
  projects
    .command('resume <project>')
    .description('opens it again, all as it was')
    .action(adminAction(resume));
}
