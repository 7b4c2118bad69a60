import { lastStoreAt } from '../../core/foundation/in-flight-time.ts';
import type { ProjectPurge } from '../../core/ports/images/edge-purge.ts';
import type { ProjectQueue } from '../../core/ports/projects/project-queue.ts';

const UNTIL_NOTHING_IS_IN_FLIGHT = Math.ceil(lastStoreAt(0) / 1000);

/**
 * Leaves it to the purge worker, so that it outlives this function: at once, and again when no
 * answer that was begun before can reach the edge any more.
 */
export function createQueuedProjectPurge(queue: ProjectQueue): ProjectPurge {
  return {
    purgeProject: (projectId) => queue.addEdgePurges(projectId, [0, UNTIL_NOTHING_IS_IN_FLIGHT]),
  };
}
