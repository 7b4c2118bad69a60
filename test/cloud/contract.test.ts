import { randomUUID } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { createS3IncomingObjects } from '../../adapters/s3/incoming-objects.ts';
import { createS3ObjectStore } from '../../adapters/s3/object-store.ts';
import { createSqsRenderQueue } from '../../adapters/sqs/render-queue.ts';
import { describeIncomingObjects } from '../contract/incoming-objects.ts';
import { describeObjectStore } from '../contract/object-store.ts';
import { describeRenderQueue } from '../contract/render-queue.ts';
import { createBucket, createBuckets } from '../support/cloud/create-buckets.ts';
import { openTables } from '../support/cloud/open-tables.ts';
import { describeDynamoStores } from '../support/dynamodb/describe-stores.ts';

describeDynamoStores('DynamoDB', () => openTables());
describeIncomingObjects('S3', async () => {
  const { client, bucket, remove } = await createBucket();
  const write = async (Key: string, Body: Uint8Array) => {
    const { ETag = '' } = await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
    return ETag.replaceAll('"', '');
  };
  return { incoming: createS3IncomingObjects(client, bucket), write, remove };
});
describeObjectStore('S3', async () => {
  const { client, buckets, remove } = await createBuckets();
  return { store: createS3ObjectStore(client, buckets), remove };
});

describeRenderQueue('SQS', async () => {
  const client = new SQSClient({});
  const create = new CreateQueueCommand({
    QueueName: `renders-${randomUUID()}.fifo`,
    Attributes: { FifoQueue: 'true' },
  });
  const { QueueUrl } = await client.send(create);
  if (QueueUrl === undefined) throw new Error('no queue was made');
  const receive = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 });
  return {
    queue: createSqsRenderQueue(client, QueueUrl),
    received: async () => {
      const rounds = [await client.send(receive), await client.send(receive)];
      return rounds.flatMap(({ Messages = [] }) =>
        Messages.map(({ Body = '' }) => JSON.parse(Body)),
      );
    },
    remove: async () => void (await client.send(new DeleteQueueCommand({ QueueUrl }))),
  };
});
