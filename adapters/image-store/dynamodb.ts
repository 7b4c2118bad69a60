import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { TABLES } from '../../core/contract/tables.ts';
import type { ImageId } from '../../core/images/ids.ts';
import { hasEnded, type Image } from '../../core/images/image-states.ts';
import { type ImageStore, PURGE_STEPS, type SaveOutcome } from '../../core/ports.ts';
import { untilAnswered, withRetry } from '../dynamodb-tables/retry.ts';
import { countDown, countUp, imagesCounter, type PictureTables } from '../dynamodb-tables/usage.ts';
import { type Write, writeTogether } from '../dynamodb-tables/write-together.ts';
import {
  imageItem,
  metadataText,
  receiptEnd,
  recordKey,
  stepAttribute,
  temporaryItem,
} from './dynamo-items.ts';
import { createDynamoRecords, type DynamoRecords } from './dynamo-records.ts';
import { addUnsaved, readUnsaved, removeUnsaved } from './unsaved-pictures.ts';

const [PURGE_DUE] = TABLES.images.indexes;
const DUE = 'due';
const STATE = { '#state': 'state' };

interface Parts {
  readonly client: DynamoDBDocumentClient;
  readonly tables: PictureTables;
  readonly records: DynamoRecords;
}

function putNew(table: string, item: Record<string, unknown>): Write {
  return {
    Put: { TableName: table, Item: item, ConditionExpression: 'attribute_not_exists(id)' },
  };
}

function createAddTemporary({ client, tables }: Parts): ImageStore['addTemporaryImage'] {
  return (image, limits, now) =>
    untilAnswered(async () => {
      const was = await readUnsaved(client, tables.usage, image.projectId, now);
      const live = [...was.pictures.values()];
      const bytes = live.reduce((sum, one) => sum + one.bytes, image.bytes);
      if (live.length + 1 > limits.maxCount || bytes > limits.maxBytes) return 'limit_exceeded';
      const failed = await writeTogether(client, [
        putNew(tables.images, temporaryItem(image)),
        addUnsaved(tables.usage, was, image),
      ]);
      if (failed.has(0)) throw new Error('there is such a temporary image already');
      return failed.size > 0 ? undefined : 'added'; // another upload came between
    });
}

function savingWrites({ tables }: Parts, image: Image, max: number | null, now: number): Write[] {
  return [
    putNew(tables.images, imageItem(image)),
    countUp(tables.usage, imagesCounter(image.accountId), max),
    {
      Update: {
        TableName: tables.images,
        Key: recordKey(image.temporaryImageId),
        UpdateExpression: 'SET isSaved = :saved',
        ConditionExpression: '#state = :temporary AND expiresAt > :now',
        ExpressionAttributeNames: STATE,
        ExpressionAttributeValues: { ':saved': true, ':temporary': 'temporary', ':now': now },
      },
    },
    removeUnsaved(tables.usage, image.projectId, image.temporaryImageId),
  ];
}
const COUNTED = 1;

/** What stands against a save, by the records; undefined: nothing. */
async function findObstacle(
  { records }: Parts,
  image: Image,
  now: number,
): Promise<SaveOutcome | undefined> {
  const existing = await records.image(image.imageId);
  if (existing?.state === 'saved') return { outcome: 'already_saved', image: existing };
  if (existing) return { outcome: 'deleted' };
  const temporary = await records.temporary(image.temporaryImageId);
  return !temporary || hasEnded(temporary, now) ? { outcome: 'ended' } : undefined;
}

function createSave(parts: Parts): ImageStore['saveImage'] {
  return (image, { maxImages }, now) =>
    untilAnswered<SaveOutcome>(async () => {
      const before = await findObstacle(parts, image, now);
      if (before) return before;
      const writes = savingWrites(parts, image, maxImages, now);
      const failed = await writeTogether(parts.client, writes);
      if (failed.size === 0) return { outcome: 'saved', image };
      const after = await findObstacle(parts, image, now);
      return after ?? (failed.has(COUNTED) ? { outcome: 'quota_exceeded' } : undefined);
    });
}

function createMarkDeleting({ client, tables, records }: Parts): ImageStore['markDeleting'] {
  return async (id, now) => {
    const image = await records.image(id);
    if (image?.state !== 'saved') return false;
    const temporary = await records.temporary(image.temporaryImageId);
    const mark: Write = {
      Update: {
        TableName: tables.images,
        Key: recordKey(id),
        UpdateExpression: 'SET #state = :deleting, deletedAt = :now, purge = :due, #step = :now',
        ConditionExpression: '#state = :saved',
        ExpressionAttributeNames: { ...STATE, '#step': stepAttribute('marked') },
        ExpressionAttributeValues: {
          ...{ ':deleting': 'deleting', ':saved': 'saved', ':now': now, ':due': DUE },
        },
      },
    };
    const endTemporary: Write = {
      Update: {
        TableName: tables.images,
        Key: recordKey(image.temporaryImageId),
        UpdateExpression: 'SET #state = :expired, expiresAt = :end',
        ExpressionAttributeNames: STATE,
        ExpressionAttributeValues: {
          ...{ ':expired': 'expired', ':end': Math.min(now, temporary?.expiresAt ?? now) },
        },
      },
    };
    const count = countDown(tables.usage, imagesCounter(image.accountId));
    const failed = await writeTogether(client, [mark, count, ...(temporary ? [endTemporary] : [])]);
    return failed.size === 0;
  };
}

function createPurge({
  client,
  records,
}: Parts): Pick<ImageStore, 'listDeleting' | 'recordPurgeStep' | 'getPurgeSteps'> {
  return {
    listDeleting: async (limit) => {
      const command = new QueryCommand({
        TableName: records.table,
        IndexName: PURGE_DUE.name,
        KeyConditionExpression: 'purge = :due',
        ExpressionAttributeValues: { ':due': DUE },
        Limit: limit,
      });
      const { Items = [] } = await withRetry(() => client.send(command));
      return Items.map(({ id }) => id as ImageId);
    },
    recordPurgeStep: async (id, step, at) => {
      await records.update(id, {
        UpdateExpression: 'SET #step = if_not_exists(#step, :at)',
        ConditionExpression: 'attribute_exists(id)',
        ExpressionAttributeNames: { '#step': stepAttribute(step) },
        ExpressionAttributeValues: { ':at': at },
      });
      if (step !== 'swept') return;
      await records.update(id, {
        UpdateExpression: 'SET #state = :deleted, endsAt = :end REMOVE purge',
        ConditionExpression: '#state = :deleting',
        ExpressionAttributeNames: STATE,
        ExpressionAttributeValues: {
          ...{ ':deleted': 'deleted', ':deleting': 'deleting', ':end': receiptEnd(at) },
        },
      });
    },
    getPurgeSteps: async (id) => {
      const item = (await records.item(id)) ?? {};
      const done = PURGE_STEPS.filter((step) => item[stepAttribute(step)] !== undefined);
      return Object.fromEntries(done.map((step) => [step, item[stepAttribute(step)] as number]));
    },
  };
}

/** Images and temporary images in DynamoDB. */
export function createDynamoImageStore(
  client: DynamoDBDocumentClient,
  tables: PictureTables,
): ImageStore {
  const records = createDynamoRecords(client, tables.images);
  const parts = { client, tables, records };
  return {
    addTemporaryImage: createAddTemporary(parts),
    getTemporaryImage: records.temporary,
    getImage: records.image,
    saveImage: createSave(parts),
    replaceMetadata: (id, version, metadata) =>
      records.update(id, {
        UpdateExpression: 'SET metadata = :metadata ADD version :one',
        ConditionExpression: '#state = :saved AND version = :version',
        ExpressionAttributeNames: STATE,
        ExpressionAttributeValues: {
          ...{
            ':metadata': metadataText(metadata),
            ':one': 1,
            ':saved': 'saved',
            ':version': version,
          },
        },
      }),
    markDeleting: createMarkDeleting(parts),
    ...createPurge(parts),
  };
}
