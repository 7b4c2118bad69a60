import type { ProjectPurge } from '../../core/projects/project-purge.ts';
import type { ProjectQueue } from '../../core/projects/project-queue.ts';
import { lastStoreAt } from '../../core/use-cases/last-store.ts';

const UNTIL_NOTHING_IS_IN_FLIGHT = Math.ceil(lastStoreAt(0) / 1000);

/**
 * Leaves it to the purge worker, so that it outlives this function: at once, and again when no answer that was begun before can reach the edge
 * any more.
 */
export function createQueuedProjectPurge(queue: ProjectQueue): ProjectPurge {
  return {
    purgeProject: (projectId) => queue.addEdgePurges(projectId, [0, UNTIL_NOTHING_IS_IN_FLIGHT]),
  };
}
