import type { ProjectRemains } from './project-data-cleanup.ts';
import type { ProjectDeletions } from './project-deletions.ts';
import type { ProjectPurge } from './project-purge.ts';
import type { ProjectQueue } from './project-queue.ts';

/** The part of the services that change, close and remove whole projects. */
export interface ProjectLifeServices {
  /** Has the edge forget a project, for who changes one and has nothing else to do with the edge. */
  readonly projectPurge: ProjectPurge;
  readonly projectDeletions: ProjectDeletions;
  readonly projectRemains: ProjectRemains;
  readonly projectQueue: ProjectQueue;
}
