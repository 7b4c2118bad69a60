import { randomUUID } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { createDynamoAccountDirectory } from '../../adapters/dynamodb/accounts/account-directory.ts';
import { createDynamoAccountStore } from '../../adapters/dynamodb/accounts/account-store.ts';
import { createDynamoAuditStore } from '../../adapters/dynamodb/accounts/audit-store.ts';
import { createDynamoImageStore } from '../../adapters/dynamodb/images/image-store.ts';
import { createDynamoTakedowns } from '../../adapters/dynamodb/images/takedowns.ts';
import { createDynamoKeyStore } from '../../adapters/dynamodb/keys/key-store.ts';
import { createDynamoSigningSecretStore } from '../../adapters/dynamodb/keys/signing-secret-store.ts';
import { createDynamoMembershipStore } from '../../adapters/dynamodb/members/membership-store.ts';
import { createDynamoProjectDataCleanup } from '../../adapters/dynamodb/projects/project-data-cleanup.ts';
import { createDynamoProjectDeletions } from '../../adapters/dynamodb/projects/project-deletions.ts';
import { createDynamoProjectStore } from '../../adapters/dynamodb/projects/project-store.ts';
import { createDynamoRaisedUploads } from '../../adapters/dynamodb/projects/raised-uploads.ts';
import { createDynamoRefusedOriginStore } from '../../adapters/dynamodb/projects/refused-origin-store.ts';
import { createDynamoRouteStore } from '../../adapters/dynamodb/projects/route-store.ts';
import { createDynamoSuspensions } from '../../adapters/dynamodb/projects/suspensions.ts';
import { createDynamoRateCounter } from '../../adapters/dynamodb/uploads/rate-counter.ts';
import { createDynamoUsageStore } from '../../adapters/dynamodb/usage/usage-store.ts';
import { createDynamoDeliveryStore } from '../../adapters/dynamodb/webhooks/delivery-store.ts';
import { createDynamoWebhookStore } from '../../adapters/dynamodb/webhooks/webhook-store.ts';
import { createS3IncomingObjects } from '../../adapters/s3/incoming-objects.ts';
import { createS3ObjectStore } from '../../adapters/s3/object-store.ts';
import { createSqsRenderQueue } from '../../adapters/sqs/render-queue.ts';
import { PLANS } from '../../core/projects/plans.ts';
import { DEFAULT_SETTINGS } from '../../core/projects/project-settings.ts';
import { describeAuditStore } from '../contract/audit-store.ts';
import { describeDirectUploadStore } from '../contract/direct-upload-store.ts';
import { describeImageLists } from '../contract/image-lists.ts';
import { describeImageStore } from '../contract/image-store.ts';
import { describeIncomingObjects } from '../contract/incoming-objects.ts';
import { describeKeyStore } from '../contract/key-store.ts';
import { describeObjectStore } from '../contract/object-store.ts';
import { describeOperatorStores } from '../contract/operator-stores.ts';
import { describeOwnershipTransfers } from '../contract/ownership-transfers.ts';
import { describeProjectDeletions } from '../contract/project-deletions.ts';
import { describeProjectStore } from '../contract/project-store.ts';
import { describeRefusedOriginStore } from '../contract/refused-origin-store.ts';
import { describeRenderQueue } from '../contract/render-queue.ts';
import { describeRenditionStore } from '../contract/rendition-store.ts';
import { describeReviews } from '../contract/reviews.ts';
import { describeRouteStore } from '../contract/route-store.ts';
import { describeTeamStores } from '../contract/team-stores.ts';
import { describeUsageStore } from '../contract/usage-store.ts';
import { describeUserStores } from '../contract/user-stores.ts';
import { describeWebhookStores } from '../contract/webhook-stores.ts';
import { createBucket, createBuckets } from '../support/cloud/create-buckets.ts';
import {
  openDirectUploadStores,
  openImageStores,
  openRenditionStores,
  openTables,
  openTeamStores,
} from '../support/cloud/open-tables.ts';
import { withPatience } from '../support/waits/until-not-busy.ts';

describeImageStore('DynamoDB', () => openImageStores());
describeImageLists('DynamoDB', () => openImageStores());
describeReviews('DynamoDB', () => openImageStores());
describeRenditionStore('DynamoDB', () => openRenditionStores());
describeUsageStore('DynamoDB', async () => {
  const { first, second, names, remove } = await openTables();
  const stores = [
    withPatience(createDynamoUsageStore(first, names.usage)),
    withPatience(createDynamoUsageStore(second, names.usage)),
  ] as const;
  return { stores, remove };
});
describeOperatorStores('DynamoDB', async () => {
  const { first, second, names, remove } = await openTables();
  return {
    directory: withPatience(createDynamoAccountDirectory(first, names.projects)),
    suspensions: withPatience(createDynamoSuspensions(first, names.projects)),
    raisedUploads: withPatience(createDynamoRaisedUploads(first, names.projects)),
    takeDowns: withPatience(createDynamoTakedowns(first, names.images)),
    projects: withPatience(createDynamoProjectStore(second, names.projects)),
    images: withPatience(createDynamoImageStore(second, names)),
    remove,
  };
});
describeUserStores('DynamoDB', async () => {
  const { first, second, names, projects, remove } = await openTables();
  return {
    accounts: [
      withPatience(createDynamoAccountStore(first, names)),
      withPatience(createDynamoAccountStore(second, names)),
    ],
    memberships: [
      withPatience(createDynamoMembershipStore(first, names)),
      withPatience(createDynamoMembershipStore(second, names)),
    ],
    projects,
    remove,
  };
});
describeWebhookStores('DynamoDB', async () => {
  const { first, second, names, remove } = await openTables();
  return {
    webhooks: [
      withPatience(createDynamoWebhookStore(first, names.webhooks)),
      withPatience(createDynamoWebhookStore(second, names.webhooks)),
    ],
    deliveries: [
      withPatience(createDynamoDeliveryStore(first, names.webhooks)),
      withPatience(createDynamoDeliveryStore(second, names.webhooks)),
    ],
    remove,
  };
});
describeAuditStore('DynamoDB', async () => {
  const { first, second, names, remove } = await openTables();
  const stores = [
    withPatience(createDynamoAuditStore(first, names.audit)),
    withPatience(createDynamoAuditStore(second, names.audit)),
  ] as const;
  return { stores, remove };
});
describeTeamStores('DynamoDB', () => openTeamStores());
describeOwnershipTransfers('DynamoDB', () => openTeamStores());
describeKeyStore('DynamoDB', async () => {
  const { first, second, names, projects, remove } = await openTables();
  const stores = [
    withPatience(createDynamoKeyStore(first, names.keys)),
    withPatience(createDynamoKeyStore(second, names.keys)),
  ] as const;
  return { stores, projects, remove };
});
describeRouteStore('DynamoDB', async () => {
  const { first, second, names, remove } = await openTables();
  return {
    routes: withPatience(createDynamoRouteStore(first, names.images)),
    cleanup: withPatience(createDynamoProjectDataCleanup(second, names)),
    remove,
  };
});
describeProjectDeletions('DynamoDB', async () => {
  const { first, second, names, projects, remove } = await openTables();
  return {
    deletions: [
      withPatience(createDynamoProjectDeletions(first, names.projects)),
      withPatience(createDynamoProjectDeletions(second, names.projects)),
    ],
    images: [
      withPatience(createDynamoImageStore(first, names)),
      withPatience(createDynamoImageStore(second, names)),
    ],
    remains: withPatience(createDynamoProjectDataCleanup(second, names)),
    usage: withPatience(createDynamoUsageStore(first, names.usage)),
    accounts: withPatience(createDynamoAccountStore(first, names)),
    memberships: withPatience(createDynamoMembershipStore(first, names)),
    keys: withPatience(createDynamoKeyStore(first, names.keys)),
    secrets: withPatience(createDynamoSigningSecretStore(first, names.projects)),
    webhooks: withPatience(createDynamoWebhookStore(first, names.webhooks)),
    projects,
    remove,
  };
});
describeProjectStore('DynamoDB', async () => {
  const { first, second, names, projects, remove } = await openTables();
  return {
    stores: [projects, withPatience(createDynamoProjectStore(second, names.projects))],
    secrets: [
      withPatience(createDynamoSigningSecretStore(first, names.projects)),
      withPatience(createDynamoSigningSecretStore(second, names.projects)),
    ],
    remove,
  };
});
describeDirectUploadStore('DynamoDB', () => openDirectUploadStores());
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

describeRefusedOriginStore('DynamoDB', async () => {
  const { first, second, names, remove } = await openTables();
  const stores = [
    withPatience(createDynamoRefusedOriginStore(first, names.usage)),
    withPatience(createDynamoRefusedOriginStore(second, names.usage)),
  ] as const;
  return { stores, remove };
});

describe('a rate counter: DynamoDB', () => {
  it('counts each counter in its window, over all clients (uploads.rate-limit)', async () => {
    const { first, second, names, remove } = await openTables();
    const oneCounter = withPatience(createDynamoRateCounter(first, names.usage));
    const two = withPatience(createDynamoRateCounter(second, names.usage));
    const counts = await Promise.all(
      Array.from({ length: 10 }, (_, i) => (i % 2 ? oneCounter : two).countUp('a', 0, 60_000)),
    );
    expect(counts.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await oneCounter.countUp('a', 60_000, 120_000)).toBe(1);
    expect(await oneCounter.countUp('b', 0, 60_000)).toBe(1);
    await remove();
  });
});

describe('projects: DynamoDB', () => {
  it('gives back what was stored, an account’s projects oldest first (projects.settings)', async () => {
    const { projects, remove } = await openTables();
    const project = { accountId: 'acc_a', name: 'p', allowedOrigins: [], plan: PLANS.free };
    await projects.addProject({ ...project, projectId: 'prj_b', createdAt: 2 });
    await projects.addProject({ ...project, projectId: 'prj_a', createdAt: 1 });
    await projects.setAllowedOrigins('prj_a', ['https://a.example']);
    await projects.setAllowedOrigins('prj_unknown', []);
    const listed = await projects.listProjects('acc_a');
    expect(listed.map(({ projectId }) => projectId)).toEqual(['prj_a', 'prj_b']);
    expect(await projects.getProject('prj_a')).toEqual({
      ...project,
      projectId: 'prj_a',
      createdAt: 1,
      allowedOrigins: ['https://a.example'],
      settings: DEFAULT_SETTINGS,
      isDefault: false,
      deletion: null,
    });
    expect(await projects.listProjects('acc_none')).toEqual([]);
    await remove();
  });
});
