import {
  createSqsOrphanedCopies,
  createSqsProjectQueue,
  createSqsPurgeQueue,
} from '../../adapters/sqs/purge-queue.ts';
import type { OrphanedCopies } from '../../core/ports/images/orphaned-copies.ts';
import type { PurgeQueue } from '../../core/ports/images/purge-queue.ts';
import type { ProjectQueue } from '../../core/ports/projects/project-queue.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import { sharedSqsClient } from './shared-clients.ts';

/** The queue of the purge worker in AWS. */
export function awsPurgeQueue(): PurgeQueue {
  const client = sharedSqsClient();
  return createSqsPurgeQueue(client, readEnvironment(ENVIRONMENT.purgeQueueUrl));
}

/** The purge queue for work on whole projects. */
export function awsProjectQueue(): ProjectQueue {
  const client = sharedSqsClient();
  return createSqsProjectQueue(client, readEnvironment(ENVIRONMENT.purgeQueueUrl));
}

/** The purge queue for copies that a rejected save may have left. */
export function awsOrphanedCopies(): OrphanedCopies {
  const client = sharedSqsClient();
  return createSqsOrphanedCopies(client, readEnvironment(ENVIRONMENT.purgeQueueUrl));
}
