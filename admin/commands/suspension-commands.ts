import type { Command } from 'commander';
import { confirmed } from '../../cli/output/ask.ts';
import { facts } from '../../cli/output/table.ts';
import type { Session } from '../../cli/session.ts';
import { listSigningSecrets } from '../../core/use-cases/keys/manage-signing-secrets.ts';
import { resumeProject, suspendProject } from '../../core/use-cases/moderation/suspend-project.ts';
import { describeSettings } from '../projects/describe-settings.ts';
import { findNamedOrFirstProject } from '../projects/find-named-or-first-project.ts';
import { findProject } from '../projects/find-project.ts';
import { addUploadLimitCommands } from '../projects/upload-limit-commands.ts';
import { type AdminCall, adminAction } from '../session/admin-action.ts';
import { audited } from '../session/audited.ts';
import { readReason } from '../session/read-reason.ts';
import { timeText } from '../session/time-text.ts';

async function show(call: AdminCall): Promise<void> {
  const { session, services, options, args } = call;
  const project = await findNamedOrFirstProject(services, args[0] ?? options.project);
  const { projectId, accountId, plan, createdAt, settings, suspension, raisedUploads, ...rest } =
    project;
  const members = await services.memberships.listMembers(projectId);
  const signingSecrets = await listSigningSecrets(services, projectId);
  const suspendedAt = suspension ? timeText(suspension.suspendedAt) : null;
  const own = { projectId, name: rest.name, accountId, plan: plan.name };
  const answer = {
    ...rest,
    ...own,
    createdAt: timeText(createdAt),
    ...settings,
    signingSecrets,
    members: members.map((member) => ({ accountId: member.accountId, role: member.role })),
    suspension: suspension ? { ...suspension, suspendedAt } : null,
    raisedUploads: raisedUploads
      ? { ...raisedUploads, until: timeText(raisedUploads.until) }
      : null,
  };
  session.print(answer, () => {
    const owners = members.filter(({ role }) => role === 'owner');
    return facts({
      ...own,
      createdAt: answer.createdAt,
      allowedOrigins: rest.allowedOrigins.join(' '),
      ...describeSettings(settings),
      signingSecrets: signingSecrets.map(({ secretId }) => secretId).join(' '),
      members: members.length,
      owners: owners.map((owner) => owner.accountId).join(' '),
      suspended: suspendedAt,
      reason: suspension?.reason,
      'uploads a minute': raisedUploads?.perMinute,
      'raised until': raisedUploads && timeText(raisedUploads.until),
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
    () =>
      `${projectId} is suspended: its keys are rejected, and its images are neither served nor changed.`,
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
    suspension ? `${projectId} is no longer suspended.` : `${projectId} was not suspended.`,
  );
}

/** `admin projects show`, `suspend` and `resume`. */
export function addSuspensionCommands(projects: Command, session: Session): void {
  projects
    .command('show')
    .description('show the owner, the settings and the suspension of a project')
    .argument('[project]', 'ID of the project; --project, or the first one, unless given')
    .action(adminAction(session, show));
  projects
    .command('suspend')
    .description(
      'suspend a project: reject its keys and changes, and stop its delivery immediately',
    )
    .argument('<project>', 'ID of the project')
    .requiredOption(
      '--reason <text>',
      'reason shown to members and to callers with API keys of the project',
    )
    .option('-y, --yes', 'do not ask for confirmation')
    .action(adminAction(session, suspend));
  projects
    .command('resume')
    .description('lift the suspension of a project')
    .argument('<project>', 'ID of the project')
    .action(adminAction(session, resume));
  addUploadLimitCommands(projects, session);
}
