import { createDynamoProjectDeletions } from '../adapters/project-deletions/dynamodb.ts';
import { createDynamoProjectRemains } from '../adapters/project-remains/dynamodb.ts';
import type { Services } from '../core/ports.ts';
import { ENVIRONMENT, readEnvironment } from './environment.ts';
import { awsProjectQueue } from './purge-queue.ts';
import { type ServiceParts, sharedDynamoClient } from './services.ts';

/** For functions that ask for deletions of projects, or look for them. */
export const AWS_DELETIONS: ServiceParts<Pick<Services, 'projectDeletions'>> = {
  projectDeletions: () =>
    createDynamoProjectDeletions(sharedDynamoClient(), readEnvironment(ENVIRONMENT.projectsTable)),
};

/** For the worker that carries them out. */
export const AWS_PROJECT_PURGE: ServiceParts<
  Pick<Services, 'projectDeletions' | 'projectRemains' | 'projectQueue'>
> = {
  ...AWS_DELETIONS,
  projectRemains: () =>
    createDynamoProjectRemains(sharedDynamoClient(), {
      keys: readEnvironment(ENVIRONMENT.keysTable),
      projects: readEnvironment(ENVIRONMENT.projectsTable),
      members: readEnvironment(ENVIRONMENT.membersTable),
      usage: readEnvironment(ENVIRONMENT.usageTable),
      webhooks: readEnvironment(ENVIRONMENT.webhooksTable),
    }),
  projectQueue: awsProjectQueue,
};
