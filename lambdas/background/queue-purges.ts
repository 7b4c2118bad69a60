import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { isImageId } from '../../core/images/ids.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';

const MAX_BATCH = 10; // Amazon SQS quotas, "Batched message entries"

/** Queues the images that a batch of changes marks for deletion. */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<void> {
  const ids = Records.map(({ dynamodb }) => dynamodb?.NewImage?.id?.S ?? '').filter(isImageId);
  const client = new SQSClient({});
  for (let at = 0; at < ids.length; at += MAX_BATCH) {
    const entries = ids.slice(at, at + MAX_BATCH).map((imageId, i) => ({
      Id: String(i),
      MessageBody: JSON.stringify({ imageId }),
    }));
    const QueueUrl = readEnvironment(ENVIRONMENT.purgeQueueUrl);
    const { Failed = [] } = await client.send(
      new SendMessageBatchCommand({ QueueUrl, Entries: entries }),
    );
    if (Failed.length > 0) throw new Error(`${Failed.length} purges were not queued`);
  }
}
