import { createDynamoProjectDataCleanup } from '../../adapters/dynamodb/projects/project-data-cleanup.ts';
import type { Services } from '../../core/ports/services.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import { AWS_DELETIONS } from './project-deletion-services.ts';
import { awsProjectQueue } from './purge-queue.ts';
import type { ServiceParts } from './services.ts';
import { sharedDynamoClient } from './shared-clients.ts';

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
