import type { ImageStore } from '../../core/ports/images/image-store.ts';
import type { PurgeQueue } from '../../core/ports/images/purge-queue.ts';
import type { ProjectDeletions } from '../../core/ports/projects/project-deletions.ts';
import type { ProjectQueue } from '../../core/ports/projects/project-queue.ts';
import type { Services } from '../../core/ports/services.ts';
import { AWS_DELETIONS } from '../composition/project-deletion-services.ts';
import { awsProjectQueue, awsPurgeQueue } from '../composition/purge-queue.ts';
import { awsServices } from '../composition/services.ts';
import { lazily } from '../lazily.ts';

const MAX_AT_ONCE = 500;

interface RequeueNeeds extends Pick<Services, 'clock' | 'log'> {
  readonly images: Pick<ImageStore, 'listPurgesDue'>;
  readonly projectDeletions: Pick<ProjectDeletions, 'listDue'>;
}

/**
 * Starts due deletions of projects, and queues due purges again, oldest first: lost messages are
 * repaired here.
 */
export function createHandler(
  { clock, images, projectDeletions, log }: RequeueNeeds,
  queue: PurgeQueue,
  projectQueue: Pick<ProjectQueue, 'addDeletion'>,
) {
  return async (): Promise<void> => {
    const ids = await images.listPurgesDue(MAX_AT_ONCE, clock());
    if (ids.length > 0) await queue.add(ids);
    const projectIds = await projectDeletions.listDue(clock(), MAX_AT_ONCE);
    for (const projectId of projectIds) await projectQueue.addDeletion(projectId, 0);
    log.info('purges requeued', { count: ids.length, projects: projectIds.length });
  };
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices(AWS_DELETIONS), awsPurgeQueue(), awsProjectQueue()),
);
