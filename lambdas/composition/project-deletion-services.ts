import { createQueuedProjectPurge } from '../../adapters/cloudfront/queued-edge-purge.ts';
import { createDynamoProjectDataCleanup } from '../../adapters/dynamodb/projects/project-data-cleanup.ts';
import { createDynamoProjectDeletions } from '../../adapters/dynamodb/projects/project-deletions.ts';
import type { Services } from '../../core/ports/services.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import { awsProjectQueue } from './purge-queue.ts';
import type { ServiceParts } from './services.ts';
import { sharedDynamoClient } from './shared-clients.ts';

/** Invalidations of whole projects at the CDN. */
export type ProjectPurgeServices = Pick<Services, 'projectPurge'>;
/** The request for the deletion of a project, and of its contents. */
export type ProjectDeletionServices = ProjectPurgeServices &
  Pick<Services, 'projectDeletions' | 'projectQueue'>;

/** For functions that request deletions of projects, or search for due ones. */
export const AWS_DELETIONS: ServiceParts<Pick<Services, 'projectDeletions'>> = {
  projectDeletions: () =>
    createDynamoProjectDeletions(sharedDynamoClient(), readEnvironment(ENVIRONMENT.projectsTable)),
};

/**
 * For the function of calls that revoke a signing secret: it notifies the purge worker by its
 * queue.
 */
export const AWS_PROJECT_EDGE_PURGE: ServiceParts<ProjectPurgeServices> = {
  projectPurge: () => createQueuedProjectPurge(awsProjectQueue()),
};

/** For the function of calls about projects. */
export const AWS_PROJECT_DELETION: ServiceParts<ProjectDeletionServices> = {
  ...AWS_DELETIONS,
  ...AWS_PROJECT_EDGE_PURGE,
  projectQueue: awsProjectQueue,
};

/** For the worker that carries out deletions of projects. */
export const AWS_PROJECT_PURGE: ServiceParts<
  Pick<Services, 'projectDeletions' | 'projectDataCleanup' | 'projectQueue'>
> = {
  ...AWS_DELETIONS,
  projectDataCleanup: () =>
    createDynamoProjectDataCleanup(sharedDynamoClient(), {
      keys: readEnvironment(ENVIRONMENT.keysTable),
      projects: readEnvironment(ENVIRONMENT.projectsTable),
      members: readEnvironment(ENVIRONMENT.membersTable),
      usage: readEnvironment(ENVIRONMENT.usageTable),
      webhooks: readEnvironment(ENVIRONMENT.webhooksTable),
      images: readEnvironment(ENVIRONMENT.imagesTable),
    }),
  projectQueue: awsProjectQueue,
};
