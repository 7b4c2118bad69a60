import type { InputOf } from '../../api/call-types.ts';
import type {
  DescribedProject,
  MarkedProject,
  ProjectDeletionStatus,
} from '../../api/calls/projects.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { encodeIdBytes } from '../../images/ids.ts';
import type { Services } from '../../ports/services.ts';
import type { Project } from '../../projects/project.ts';
import {
  type AskedDeletion,
  type DeletionKind,
  isReceiptOver,
  type ProjectDeletion,
  stepsOf,
} from '../../projects/project-deletion.ts';
import { type Member, recheckMember } from '../access/authorize-member.ts';
import type { Applicant } from '../access/callers.ts';
import { requireFreshSignIn } from '../access/require-fresh-sign-in.ts';
import { describeProject } from './read-projects.ts';

/** Throws validation_failed unless the confirmation equals the name of the project exactly. */
export function requireName(project: { readonly name: string }, name: string): void {
  if (project.name === name) return;
  const detail = 'This field must be the name of the project.';
  const errors = [{ pointer: '/name', code: 'wrong_name', detail }];
  throw new ServiceError('validation_failed', { detail, errors });
}

type RequestNeeds = Pick<Services, 'clock' | 'randomBytes' | 'memberships'>;

/**
 * The request of a deletion of this project, whose purge begins after this number of milliseconds.
 */
export async function askDeletion(
  { clock, randomBytes, memberships }: RequestNeeds,
  { projectId, accountId, name }: Project,
  { kind, afterMs }: { readonly kind: DeletionKind; readonly afterMs: number },
): Promise<AskedDeletion> {
  const requestedAt = clock();
  const members = await memberships.listMembers(projectId);
  const owners = members.filter(({ role }) => role === 'owner');
  return {
    projectId,
    kind,
    accountId,
    name,
    requestedAt,
    purgeAt: requestedAt + afterMs,
    deletionId: `del_${encodeIdBytes(randomBytes(26))}`,
    ownerIds: owners.map((owner) => owner.accountId),
  };
}

/** The ports that closing a project uses. */
export type ClosingNeeds = Pick<
  Services,
  | 'clock'
  | 'randomBytes'
  | 'projects'
  | 'memberships'
  | 'projectDeletions'
  | 'projectPurge'
  | 'projectQueue'
>;

/**
 * How a project is deleted: `isNow` without the time for restoring it, `withAccount` with its
 * account, from that moment.
 */
export interface Closing {
  readonly isNow: boolean;
  readonly withAccount?: number;
}

/**
 * Closes a project: from now on its keys and its delivery stop, and its purge is due after the time
 * for restoring it. A project that is already closed stays as it is; only its purge may be moved to
 * an earlier time.
 */
export async function closeProject(
  services: ClosingNeeds,
  project: Project,
  { isNow, withAccount }: Closing,
): Promise<void> {
  const { projectDeletions, projectPurge, projectQueue } = services;
  const { projectId } = project;
  const afterMs = isNow ? 0 : LIMITS.projectRestoreMs;
  const requested = await askDeletion(services, project, { kind: 'delete', afterMs });
  const isClosed = await projectDeletions.request(requested, withAccount);
  if (!isClosed && isNow) await projectDeletions.hasten(projectId, requested.purgeAt);
  await projectPurge.purgeProject(projectId);
  if (isNow) await projectQueue.addDeletion(projectId, 0);
}

/**
 * Deletes a project; repeating it answers the same. Throws project_not_found, validation_failed,
 * sign_in_too_old, default_project_stays.
 */
export async function deleteProject(
  services: ClosingNeeds,
  member: Member,
  { name, now }: InputOf<'deleteProject'>,
): Promise<MarkedProject> {
  const { project } = member;
  const { projectId } = project;
  const isNow = now === true;
  if (isNow) requireFreshSignIn(services, member);
  requireName(project, name);
  if (project.isDefault) throw new ServiceError('default_project_stays');
  await closeProject(services, project, { isNow });
  const { deletion } = (await recheckMember(services, member)).project;
  if (!deletion) throw new ServiceError('project_not_found'); // restored by another owner meanwhile
  const purgeAt = new Date(deletion.purgeAt).toISOString();
  return { message: 'project_marked_for_deletion', projectId, purgeAt };
}

/**
 * Has all present images of a project deleted; later uploads stay. Throws project_not_found,
 * validation_failed, sign_in_too_old: this can't be undone.
 */
export async function emptyProject(
  services: Omit<ClosingNeeds, 'projectPurge'>,
  member: Member,
  { name }: InputOf<'emptyProject'>,
): Promise<{ message: 'project_marked_for_emptying'; projectId: string }> {
  const { project } = member;
  const { projectId } = project;
  requireFreshSignIn(services, member);
  requireName(project, name);
  const requested = await askDeletion(services, project, { kind: 'empty', afterMs: 0 });
  const isAsked = await services.projectDeletions.request(requested);
  if (!isAsked) throw new ServiceError('project_not_found');
  await services.projectQueue.addDeletion(projectId, 0);
  return { message: 'project_marked_for_emptying', projectId };
}

type RestoreNeeds = Pick<
  Services,
  'memberships' | 'projects' | 'projectDeletions' | 'projectPurge'
>;

/**
 * Restores a deleted project, and cancels the deletion of its account; an open project stays as it
 * is. Throws project_not_found, project_purged.
 */
export async function restoreProject(
  services: RestoreNeeds,
  member: Member,
): Promise<DescribedProject> {
  const { projectId, deletion } = member.project;
  if (deletion) {
    await services.projectDeletions.restore(projectId);
    await services.projectPurge.purgeProject(projectId); // whatever the edge has cached meanwhile
  }
  const found = await recheckMember(services, member);
  if (found.project.deletion) throw new ServiceError('project_purged');
  return describeProject(found);
}

type StatusNeeds = Pick<Services, 'clock' | 'projects' | 'projectDeletions'>;

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
  { clock, projectDeletions }: StatusNeeds,
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
  services: StatusNeeds,
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
