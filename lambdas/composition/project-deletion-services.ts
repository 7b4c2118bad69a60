import { createQueuedProjectPurge } from '../../adapters/cloudfront/queued-edge-purge.ts';
import { createDynamoProjectDeletions } from '../../adapters/dynamodb/projects/project-deletions.ts';
import type { Services } from '../../core/ports/services.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import { awsProjectQueue } from './purge-queue.ts';
import { type ServiceParts, sharedDynamoClient } from './services.ts';

/** Invalidations of whole projects at the CDN. */
export type ProjectPurgeServices = Pick<Services, 'projectPurge'>;
/** And who asks for the deletion of one, and of what is in it. */
export type ProjectDeletionServices = ProjectPurgeServices &
  Pick<Services, 'projectDeletions' | 'projectQueue'>;

/** For functions that ask for deletions of projects, or look for them. */
export const AWS_DELETIONS: ServiceParts<Pick<Services, 'projectDeletions'>> = {
  projectDeletions: () =>
    createDynamoProjectDeletions(sharedDynamoClient(), readEnvironment(ENVIRONMENT.projectsTable)),
};

/** For the function of calls that end a signing secret: the purge worker is told by its queue. */
export const AWS_PROJECT_EDGE_PURGE: ServiceParts<ProjectPurgeServices> = {
  projectPurge: () => createQueuedProjectPurge(awsProjectQueue()),
};

/** For the function of calls about projects. */
export const AWS_PROJECT_DELETION: ServiceParts<ProjectDeletionServices> = {
  ...AWS_DELETIONS,
  ...AWS_PROJECT_EDGE_PURGE,
  projectQueue: awsProjectQueue,
};
