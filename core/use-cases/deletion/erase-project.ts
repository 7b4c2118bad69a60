import { lastStoreAt } from '../../foundation/in-flight-time.ts';
import { LIMITS } from '../../foundation/limits.ts';
import {
  DELETION_KINDS,
  type DeletionKey,
  type ProjectDeletion,
  stepsOf,
} from '../../projects/project-deletion.ts';
import { type EraseProjectNeeds, type EraseRun, PROJECT_STEP_WORK } from './erase-project-steps.ts';

/**
 * `done`: nothing due, or another run works on it; `more`: continue now; `later`: after requests in
 * flight.
 */
export type EraseProgress = 'done' | 'more' | 'later';

/** A run ends well within the function's time. */
const RUN_MS = LIMITS.purgeTimeoutMs / 2;
const LATER_SECONDS = Math.ceil(lastStoreAt(0) / 1000);

async function takeSteps(run: EraseRun): Promise<EraseProgress> {
  const { services, deletion } = run;
  const { clock, projectDeletions, projectDataCleanup: projectData, log } = services;
  const steps: Record<string, number> = { ...deletion.steps };
  for (const step of stepsOf(deletion.kind)) {
    if (step === 'marked' || steps[step] !== undefined) continue;
    const outcome = await PROJECT_STEP_WORK[step]({ ...run, deletion: { ...deletion, steps } });
    if (outcome === 'more' || outcome === 'later') return outcome;
    if (outcome.count !== undefined)
      await projectDeletions.recordCount(deletion, step, outcome.count);
    const at = clock();
    if (!(await projectDeletions.recordStep(deletion, step, at))) return 'more'; // requested again
    steps[step] = at;
  }
  if (deletion.kind === 'delete') await projectData.forgetAccount(deletion.accountId);
  if (!(await projectDeletions.finish(deletion, clock()))) return 'more';
  const { projectId, kind } = deletion;
  log.info('project purged', { projectId, kind });
  return 'done';
}

async function putDown(
  { projectDeletions, log }: EraseProjectNeeds,
  deletion: ProjectDeletion,
): Promise<void> {
  await projectDeletions.putDown(deletion).catch((error: Error) => {
    // only its time ends then
    log.warn('purge lease not released', { error: String(error.stack) });
  });
}

async function goOn(services: EraseProjectNeeds, key: DeletionKey): Promise<EraseProgress> {
  const now = services.clock();
  const { projectDeletions } = services;
  const deletion = await projectDeletions.takeUp(key, now, now + LIMITS.purgeTimeoutMs);
  if (!deletion) return 'done';
  try {
    return await takeSteps({ services, deletion, stopAt: now + RUN_MS });
  } finally {
    await putDown(services, deletion);
  }
}

/**
 * Continues the deletion of a project, and its emptying, from the last recorded step, and queues
 * the remaining work. Each step is recorded when it is done and may be repeated; of concurrent runs
 * one works. `run` is its place in the chain of runs that queued each other.
 */
export async function eraseProject(
  services: EraseProjectNeeds,
  projectId: string,
  run = 1,
): Promise<EraseProgress> {
  const progress: EraseProgress[] = [];
  for (const kind of DELETION_KINDS) progress.push(await goOn(services, { projectId, kind }));
  const remaining = progress.includes('more') ? 'more' : progress.find((step) => step === 'later');
  if (!remaining) return 'done';
  const { projectQueue, log } = services;
  // a chain of runs ends in any case: the schedule of lost purges starts the next
  if (run >= LIMITS.maxPurgeRunsInARow) log.warn('purge left to the schedule', { projectId });
  else await projectQueue.addDeletion(projectId, remaining === 'more' ? 0 : LATER_SECONDS, run + 1);
  return remaining;
}
