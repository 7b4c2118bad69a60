import { SQSClient } from '@aws-sdk/client-sqs';
import { createSqsPurgeQueue } from '../adapters/purge-queue/sqs.ts';
import type { PurgeQueue } from '../core/ports.ts';
import { ENVIRONMENT, readEnvironment } from './environment.ts';
import { recordedClient } from './recorded-client.ts';

/** The queue of the purge worker in AWS. */
export function awsPurgeQueue(): PurgeQueue {
  const client = recordedClient(new SQSClient({}));
  return createSqsPurgeQueue(client, readEnvironment(ENVIRONMENT.purgeQueueUrl));
}
