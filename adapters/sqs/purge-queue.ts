import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { OrphanedCopies } from '../../core/ports/images/orphaned-copies.ts';
import type { PurgeQueue } from '../../core/ports/images/purge-queue.ts';
import type { ProjectMessage, ProjectQueue } from '../../core/ports/projects/project-queue.ts';
import { answerOfQueue } from './queue-faults.ts';

const MAX_BATCH = 10; // Amazon SQS quotas, "Batched message entries"

type Message = Omit<SendMessageBatchRequestEntry, 'Id'>;

/** Sends all, in as few batches as possible; rejects if one was not accepted. */
async function sendAll(client: SQSClient, queueUrl: string, messages: readonly Message[]) {
  for (let at = 0; at < messages.length; at += MAX_BATCH) {
    const batch = messages.slice(at, at + MAX_BATCH);
    const Entries = batch.map((message, place) => ({ Id: String(place), ...message }));
    const command = new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries });
    const { Failed = [] } = await answerOfQueue(client.send(command));
    if (Failed.length > 0)
      throw new Error(`${Failed.length} purges were not queued: ${Failed[0]?.Code}`);
  }
}

/** The queue in SQS: a message `{"imageId": "img_…"}` for each; rejects if one was not accepted. */
export function createSqsPurgeQueue(client: SQSClient, queueUrl: string): PurgeQueue {
  return {
    add: (ids) =>
      sendAll(
        client,
        queueUrl,
        ids.map((imageId) => ({ MessageBody: JSON.stringify({ imageId }) })),
      ),
  };
}

/**
 * The same queue for whole projects: `{"projectId": "prj_…"}`, with `"edge": true` if only the edge
 * is purged.
 */
export function createSqsProjectQueue(client: SQSClient, queueUrl: string): ProjectQueue {
  const send = (message: ProjectMessage, delaysSeconds: readonly number[]) =>
    sendAll(
      client,
      queueUrl,
      delaysSeconds.map((DelaySeconds) => ({ MessageBody: JSON.stringify(message), DelaySeconds })),
    );
  return {
    addDeletion: (projectId, delaySeconds, run = 1) => send({ projectId, run }, [delaySeconds]),
    addEdgePurges: (projectId, delaysSeconds) => send({ projectId, edge: true }, delaysSeconds),
  };
}

/** The same queue for copies that a refused save may have left: `{"temporaryImageId": "tmp_…"}`. */
export function createSqsOrphanedCopies(client: SQSClient, queueUrl: string): OrphanedCopies {
  return {
    add: (temporaryImageId) =>
      sendAll(client, queueUrl, [{ MessageBody: JSON.stringify({ temporaryImageId }) }]),
  };
}
