import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { ImageId } from '../../core/images/ids.ts';
import type { PurgeQueue } from '../../core/ports.ts';

const MAX_BATCH = 10; // Amazon SQS quotas, "Batched message entries"

/** The queue in SQS: a message `{"imageId": "img_…"}` for each; rejects where one was not taken. */
export function createSqsPurgeQueue(client: SQSClient, queueUrl: string): PurgeQueue {
  const sendBatch = async (ids: readonly ImageId[]): Promise<void> => {
    const entries = ids.map((imageId, i) => ({
      Id: String(i),
      MessageBody: JSON.stringify({ imageId }),
    }));
    const { Failed = [] } = await client.send(
      new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries }),
    );
    if (Failed.length > 0)
      throw new Error(`${Failed.length} purges were not queued: ${Failed[0]?.Code}`);
  };
  return {
    add: async (ids) => {
      for (let at = 0; at < ids.length; at += MAX_BATCH) {
        await sendBatch(ids.slice(at, at + MAX_BATCH));
      }
    },
  };
}
