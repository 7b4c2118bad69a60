import { lastStoreAt } from '../../core/foundation/in-flight-time.ts';
import type { ProjectPurge } from '../../core/ports/images/edge-purge.ts';
import type { ProjectQueue } from '../../core/ports/projects/project-queue.ts';

const UNTIL_NOTHING_IS_IN_FLIGHT = Math.ceil(lastStoreAt(0) / 1000);

/**
 * Queues purges for the purge worker, so that they outlive this function: immediately, and again
 * when no earlier response can reach the edge any more.
 */
export function createQueuedProjectPurge(queue: ProjectQueue): ProjectPurge {
  return {
    purgeProject: (projectId) => queue.addEdgePurges(projectId, [0, UNTIL_NOTHING_IS_IN_FLIGHT]),
  };
}
