import type { ProjectDeletionStatus } from '../../api/calls/projects.ts';
import { LIMITS } from '../../foundation/limits.ts';
import type { Services } from '../../ports/services.ts';
import { isReceiptOver, type ProjectDeletion, stepsOf } from '../../projects/project-deletion.ts';
import type { Applicant } from '../access/callers.ts';

type Needs = Pick<Services, 'clock' | 'projects' | 'projectDeletions'>;

const timeOf = (at: number | undefined | null) =>
  at === undefined || at === null ? null : new Date(at).toISOString();

function describe(deletion: ProjectDeletion): ProjectDeletionStatus {
  const { projectId, name, kind, state, requestedAt, purgeAt, purgedAt, counts } = deletion;
  const done: ProjectDeletion['steps'] = { ...deletion.steps, marked: requestedAt };
  return {
    projectId,
    name,
    kind,
    state,
    purgeAt: timeOf(purgeAt),
    purgedAt: timeOf(purgedAt),
    steps: stepsOf(kind).map((step) => ({
      step,
      at: timeOf(done[step]),
      count: done[step] === undefined ? null : (counts[step] ?? null),
    })),
  };
}

/** The deletion if there is one, else the last emptying, while its receipt is kept. */
async function findDeletion(
  { clock, projectDeletions }: Needs,
  projectId: string,
): Promise<ProjectDeletion | undefined> {
  for (const kind of ['delete', 'empty'] as const) {
    const found = await projectDeletions.get({ projectId, kind });
    if (found && !isReceiptOver(found, clock(), LIMITS.projectReceiptMs)) return found;
  }
  return undefined;
}

/**
 * The receipt of a project's deletion, or of its emptying, for its owners; for the former owners if
 * it is gone. Throws project_not_found, insufficient_role.
 */
export async function getProjectDeletionStatus(
  services: Needs,
  applicant: Applicant,
): Promise<ProjectDeletionStatus> {
  const { projectId, account } = applicant;
  const deletion = await findDeletion(services, projectId);
  const wasTheirs = deletion?.ownerIds.includes(account.accountId) ?? false;
  // after the start of the purge it can't be restored, and its members are removed before its
  // record
  const isGoing = deletion?.kind === 'delete' && deletion.state !== 'waiting';
  const isGone = (await services.projects.getProject(projectId)) === undefined;
  if (deletion && wasTheirs && (isGoing || isGone)) return describe(deletion);
  const { project } = await applicant.authorize();
  if (deletion) return describe(deletion);
  const times = { purgeAt: null, purgedAt: null };
  return { projectId, name: project.name, kind: null, state: 'live', ...times, steps: [] };
}
