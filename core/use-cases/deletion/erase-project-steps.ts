import { lastStoreAt } from '../../foundation/in-flight-time.ts';
import { mapWithConcurrency } from '../../foundation/map-with-concurrency.ts';
import type { ImageId, TemporaryImageId } from '../../images/ids.ts';
import type { ImagePosition } from '../../images/image-list.ts';
import type { BinPage, BinPosition } from '../../ports/images/kept-images.ts';
import type { DataCleanupStep } from '../../ports/projects/project-data-cleanup.ts';
import type { Services } from '../../ports/services.ts';
import type { ProjectDeletion, ProjectPurgeStep } from '../../projects/project-deletion.ts';
import { eraseImage } from './erase-image.ts';
import { removingOrphanedCopies } from './remove-orphaned-copy.ts';
import { sweepTemporaryImage } from './sweep-temporary-images.ts';

/** The ports of a project's purge. */
export type EraseProjectNeeds = Pick<
  Services,
  | 'clock'
  | 'images'
  | 'directUploads'
  | 'renditions'
  | 'objects'
  | 'usage'
  | 'edge'
  | 'projectDeletions'
  | 'projectDataCleanup'
  | 'projectQueue'
  | 'projects'
  | 'log'
>;

/** One run of a project's purge. */
export interface EraseRun {
  readonly services: EraseProjectNeeds;
  readonly deletion: ProjectDeletion;
  /** The time after which this run leaves the rest to the next. */
  readonly stopAt: number;
}

/**
 * The result of a step: done, with the number of removed items if only the step knows it; or the
 * reason for a delay.
 */
export type StepOutcome = { readonly count?: number } | 'more' | 'later';
type StepWork = (run: EraseRun) => Promise<StepOutcome>;

const MAX_LISTED = 100;
/**
 * Each transaction lowers the account's count of images; more concurrency would only make them wait
 * for each other.
 */
const MAX_MARKED_AT_ONCE = 4;
const MAX_PURGED_AT_ONCE = 10;

const isOver = ({ services, stopAt }: EraseRun) => services.clock() >= stopAt;

/** Whether a request from before the project's closing may still store something. */
function isInFlight({ services, deletion }: EraseRun): boolean {
  return services.clock() < lastStoreAt(deletion.requestedAt);
}

/**
 * The time before which images are deleted: all of a deleted project, and those before the call of
 * an emptied one.
 */
function newestOf({ kind, requestedAt }: ProjectDeletion): ImagePosition | null {
  if (kind === 'delete') return null;
  return { createdAt: requestedAt + 1, imageId: 'img_' as ImageId };
}

/**
 * Marks every image in the project's bin as deleted, those that came there meanwhile too; answers
 * false if the time is over.
 */
async function closeBin(run: EraseRun, goneAt: () => number): Promise<boolean> {
  const { images } = run.services;
  const { projectId, deletionId, kind, requestedAt } = run.deletion;
  let before: BinPosition | null = null;
  do {
    if (isOver(run)) return false;
    const page: BinPage = await images.listBin({ projectId, limit: MAX_LISTED, before });
    const theirs = page.images.filter(
      ({ createdAt }) => kind === 'delete' || createdAt <= requestedAt,
    );
    await mapWithConcurrency(theirs, MAX_MARKED_AT_ONCE, ({ imageId }) =>
      images.markDeletingWith(imageId, goneAt(), deletionId),
    );
    before = page.next;
  } while (before);
  return true;
}

/** Marks every image as deleted; repeats it when no save can be in progress any more. */
const closeImages: StepWork = async (run) => {
  const { services, deletion } = run;
  const { images, clock } = services;
  const { projectId, deletionId, kind, requestedAt } = deletion;
  const isLast = !isInFlight(run);
  // no request could read the images of a deleted project since its closing
  const goneAt = () => (kind === 'delete' ? requestedAt : clock());
  let before = newestOf(deletion);
  do {
    if (isOver(run)) return 'more';
    const page = await images.listImages({ projectId, pair: null, limit: MAX_LISTED, before });
    await mapWithConcurrency(page.images, MAX_MARKED_AT_ONCE, ({ imageId }) =>
      images.markDeletingWith(imageId, goneAt(), deletionId),
    );
    before = page.next;
  } while (before);
  if (!(await closeBin(run, goneAt))) return 'more';
  return isLast ? { count: await images.countDeletedWith(deletionId) } : 'later';
};

const NOTHING = async () => undefined;

/**
 * Erases each image as a single deletion does, except at the edge, which is purged of the whole
 * project.
 */
const removeImages: StepWork = async (run) => {
  const { clock, images, renditions, objects, usage, projects, log } = run.services;
  const { deletionId } = run.deletion;
  const edge = { purge: NOTHING, purgeProject: NOTHING };
  for (;;) {
    if (isOver(run)) return 'more';
    const ids = await images.listDeletingWith(deletionId, MAX_LISTED);
    if (ids.length === 0) return { count: await images.countDeletedWith(deletionId) };
    const outcomes = await mapWithConcurrency(ids, MAX_PURGED_AT_ONCE, (id) =>
      eraseImage({ clock, images, renditions, objects, usage, edge, projects, log }, id).catch(
        (error: Error) => {
          log.error('purge failed', { imageId: id, error: String(error.stack) });
          return error; // the other images must not wait for it
        },
      ),
    );
    const done = ids.filter((_, at) => outcomes[at] === 'done');
    await images.recordPurgedWith(deletionId, done);
    if (done.length > 0) continue;
    const failure = outcomes.find((outcome) => outcome instanceof Error);
    if (failure) throw failure;
    return 'later';
  }
};

/** The images of this deletion. */
async function listUnsaved({ services, deletion }: EraseRun): Promise<TemporaryImageId[]> {
  const { images, directUploads, clock } = services;
  const ids = await images.listUnsaved(deletion.projectId, clock());
  if (deletion.kind === 'delete') return ids;
  const all = await mapWithConcurrency(ids, MAX_PURGED_AT_ONCE, async (id) => {
    const image = (await images.getTemporaryImage(id)) ?? (await directUploads.get(id));
    return image !== undefined && image.createdAt <= deletion.requestedAt;
  });
  return ids.filter((_, at) => all[at]);
}

const REFUSAL = { reason: 'upload_limit_exceeded', detail: 'The project was deleted.' } as const;

async function endOne({ services, deletion }: EraseRun, id: TemporaryImageId): Promise<void> {
  const { images, directUploads, renditions, objects, clock } = services;
  await directUploads.refuse(id, REFUSAL); // a pending direct upload; otherwise nothing
  const ended = await images.endUnsaved(id, clock());
  // a rendition of an open project may still be in progress: the sweep removes it afterwards
  if (!ended || deletion.kind !== 'delete') return;
  const orphanedCopies = removingOrphanedCopies({ images, objects });
  await sweepTemporaryImage({ clock, images, renditions, objects, orphanedCopies }, ended);
}

const endTemporary: StepWork = async (run) => {
  if (isInFlight(run)) return 'later';
  const { projectDeletions } = run.services;
  const ids = await listUnsaved(run);
  await projectDeletions.recordCount(run.deletion, 'temporary_ended', ids.length);
  await mapWithConcurrency(ids, MAX_PURGED_AT_ONCE, (id) => endOne(run, id));
  return {};
};

const forgetAtEdge: StepWork = async ({ services, deletion }) => {
  await services.edge.purgeProject(deletion.projectId);
  return {};
};

function removeData(step: DataCleanupStep): StepWork {
  return async ({ services, deletion }) => {
    const { projectDataCleanup: projectData, projectDeletions, clock } = services;
    if (step !== 'counters_removed') {
      const count = await projectData.count(step, deletion);
      await projectDeletions.recordCount(deletion, step, count);
    }
    await projectData.remove(step, deletion, clock());
    return {};
  };
}

const removeProject: StepWork = async ({ services, deletion }) => {
  await services.projectDeletions.removeProject(deletion.projectId);
  return {};
};

/** The work of each step, which may be repeated without harm. */
export const PROJECT_STEP_WORK: Readonly<Record<Exclude<ProjectPurgeStep, 'marked'>, StepWork>> = {
  images_closed: closeImages,
  edge_invalidated: forgetAtEdge,
  images_removed: removeImages,
  temporary_ended: endTemporary,
  edge_swept: (run) => (isInFlightAfterClosing(run) ? Promise.resolve('later') : forgetAtEdge(run)),
  keys_removed: removeData('keys_removed'),
  signing_secrets_removed: removeData('signing_secrets_removed'),
  webhooks_removed: removeData('webhooks_removed'),
  members_removed: removeData('members_removed'),
  counters_removed: removeData('counters_removed'),
  project_removed: removeProject,
};

/**
 * The last purge of the edge, when no response from before the last tombstone can reach it any
 * more.
 */
function isInFlightAfterClosing({ services, deletion }: EraseRun): boolean {
  const { kind, requestedAt, steps } = deletion;
  const closedAt = kind === 'delete' ? requestedAt : (steps.images_closed ?? requestedAt);
  return services.clock() < lastStoreAt(closedAt);
}
