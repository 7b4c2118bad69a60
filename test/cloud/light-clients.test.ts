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
import { describeDirectUploadStore } from '../contract/direct-upload-store.ts';
import { describeImageLists } from '../contract/image-lists.ts';
import { describeImageStore } from '../contract/image-store.ts';
import { describeIncomingObjects } from '../contract/incoming-objects.ts';
import { describeObjectStore } from '../contract/object-store.ts';
import { describeOwnershipTransfers } from '../contract/ownership-transfers.ts';
import { describeRenderQueue } from '../contract/render-queue.ts';
import { describeRenditionStore } from '../contract/rendition-store.ts';
import { describeTeamStores } from '../contract/team-stores.ts';
import { createBucket, createBuckets } from '../support/cloud/create-buckets.ts';
import {
  openDirectUploadStores,
  openImageStores,
  openRenditionStores,
  openTeamStores,
} from '../support/cloud/open-tables.ts';
import { lightDynamo, lightS3, lightSqs } from '../support/stores/light-clients.ts';

// the adapters with the clients that the functions have (docs/decisions/0076)
describeImageStore('DynamoDB by a light client', () => openImageStores(lightDynamo));
describeImageLists('DynamoDB by a light client', () => openImageStores(lightDynamo));
describeRenditionStore('DynamoDB by a light client', () => openRenditionStores(lightDynamo));
describeDirectUploadStore('DynamoDB by a light client', () => openDirectUploadStores(lightDynamo));
describeTeamStores('DynamoDB by a light client', () => openTeamStores(lightDynamo));
describeOwnershipTransfers('DynamoDB by a light client', () => openTeamStores(lightDynamo));

describeObjectStore('S3 by a light client', async () => {
  const { buckets, remove } = await createBuckets();
  return { store: createS3ObjectStore(lightS3({ forcePathStyle: true }), buckets), remove };
});
describeIncomingObjects('S3 by a light client', async () => {
  const { client, bucket, remove } = await createBucket();
  const write = async (Key: string, Body: Uint8Array) => {
    const { ETag = '' } = await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
    return ETag.replaceAll('"', '');
  };
  const incoming = createS3IncomingObjects(lightS3({ forcePathStyle: true }), bucket);
  return { incoming, write, remove };
});

describeRenderQueue('SQS by a light client', async () => {
  const client = new SQSClient({});
  const create = new CreateQueueCommand({
    QueueName: `renders-${randomUUID()}.fifo`,
    Attributes: { FifoQueue: 'true' },
  });
  const { QueueUrl } = await client.send(create);
  if (QueueUrl === undefined) throw new Error('no queue was made');
  const receive = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 });
  return {
    queue: createSqsRenderQueue(lightSqs(), QueueUrl),
    received: async () => {
      const rounds = [await client.send(receive), await client.send(receive)];
      return rounds.flatMap(({ Messages = [] }) =>
        Messages.map(({ Body = '' }) => JSON.parse(Body)),
      );
    },
    remove: async () => void (await client.send(new DeleteQueueCommand({ QueueUrl }))),
  };
});
