import type { Command } from 'commander';
import { CommandError } from '../../cli/command-error.ts';
import { moment, wholeNumber } from '../../cli/commands/option-values.ts';
import type { Session } from '../../cli/session.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { type AdminCall, adminAction } from '../session/admin-action.ts';
import { audited } from '../session/audited.ts';
import { readReason } from '../session/read-reason.ts';
import { timeText } from '../session/time-text.ts';
import { findProject } from './find-project.ts';

const DAY_MS = 24 * 3_600_000;

function readEnd({ services, options }: AdminCall): number {
  const until = options.until?.getTime() ?? 0;
  const now = services.clock();
  if (until > now && until <= now + LIMITS.maxRaisedUploadMs) return until;
  const days = LIMITS.maxRaisedUploadMs / DAY_MS;
  throw new CommandError('usage', `--until must be within the next ${days} days.`);
}

async function raise(call: AdminCall): Promise<void> {
  const { session, services, options } = call;
  const { perMinute = LIMITS.maxOwnUploadsPerMinute } = options;
  const [until, reason] = [readEnd(call), readReason(options.reason)];
  const { projectId, accountId } = await findProject(call);
  const raised = { perMinute, until, reason };
  const end = timeText(until);
  const sent = { projectId, perMinute: String(perMinute), until: end, reason };
  const act = { action: 'raise-upload-limit', accountId, projectId, sent };
  const isSet = await audited(services, act, async () => {
    return { isSet: await services.projectMarks.raiseUploads(projectId, raised) };
  });
  if (!isSet.isSet) throw new CommandError('notFound', `The project ${projectId} does not exist.`);
  session.print(
    { projectId, raisedUploads: { ...raised, until: end } },
    () =>
      `Each API key and member of ${projectId} may upload ${perMinute} images a minute until ${end}.`,
  );
}

async function reset(call: AdminCall): Promise<void> {
  const { session, services } = call;
  const { projectId, accountId } = await findProject(call);
  const act = { action: 'reset-upload-limit', accountId, projectId, sent: { projectId } };
  await audited(services, act, async () => {
    await services.projectMarks.raiseUploads(projectId, null);
    return {};
  });
  const most = LIMITS.maxOwnUploadsPerMinute;
  session.print(
    { projectId, raisedUploads: null },
    () => `Each API key and member of ${projectId} may upload ${most} images a minute.`,
  );
}

/** `admin projects raise-upload-limit` and `reset-upload-limit`. */
export function addUploadLimitCommands(projects: Command, session: Session): void {
  const { maxOwnUploadsPerMinute: least, maxRaisedUploadsPerMinute: most } = LIMITS;
  projects
    .command('raise-upload-limit')
    .description('raise the limit of uploads by API keys and members of a project for a time')
    .argument('<project>', 'ID of the project')
    .requiredOption('--per-minute <number>', 'images a minute', wholeNumber(least, most))
    .requiredOption('--until <when>', 'end: a duration like 12h, or a time, within 7 days', moment)
    .requiredOption('--reason <text>', 'reason, for the record of the project')
    .action(adminAction(session, raise));
  projects
    .command('reset-upload-limit')
    .description('end the raised limit of uploads of a project')
    .argument('<project>', 'ID of the project')
    .action(adminAction(session, reset));
}
