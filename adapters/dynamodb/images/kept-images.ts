import {
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { PURGE_STEPS } from '../../../core/images/erasure-steps.ts';
import { type Image, isOpen, type TemporaryImage } from '../../../core/images/image-states.ts';
import type {
  BinPosition,
  BinQuery,
  KeptImages,
  VersionRestore,
} from '../../../core/ports/images/kept-images.ts';
import { isWritten } from '../client/conditional-write.ts';
import { untilAnswered, withRetry } from '../client/retry.ts';
import { type Write, writeTransaction } from '../client/transactional-write.ts';
import { countUp, type ImageTables } from '../client/usage.ts';
import { binKey, removeFromBin, visitKey } from './bin-entries.ts';
import { endWrite } from './image-deletion.ts';
import { findPlace, type ImagePlace } from './image-place.ts';
import type { DynamoRecords } from './image-records.ts';
import { dueKey, recordKey, stepAttribute } from './image-rows.ts';
import { putVersion, versionKey, versionOf } from './image-versions.ts';
import { addToLists, partOfPosition, pendingEntry, positionOfEntry } from './list-entries.ts';
import { restoredChange, shownChange } from './outdate-renditions.ts';

/** The record of a temporary image stays from now on as long as its image does. */
function keepTemporary(TableName: string, temporary: TemporaryImage | undefined): Write[] {
  if (!temporary) return [];
  const UpdateExpression = 'REMOVE endsAt';
  const ConditionExpression = 'attribute_exists(id)';
  const Key = recordKey(temporary.temporaryImageId);
  return [{ Update: { TableName, Key, UpdateExpression, ConditionExpression } }];
}

function restoringWrites(
  { images, usage }: ImageTables,
  image: Image,
  temporary: TemporaryImage | undefined,
  { count, bound }: ImagePlace,
  now: number,
): Write[] {
  const further = {
    countedIn: bound ? undefined : count.counter,
    cleared: PURGE_STEPS.map(stepAttribute),
  };
  const change = restoredChange(image, now, further);
  return [
    { Update: { TableName: images, Key: recordKey(image.imageId), ...change } },
    countUp(usage, count, bound),
    ...removeFromBin(images, image),
    ...addToLists(images, image),
    ...keepTemporary(images, temporary),
  ];
}
const COUNTED = 1;

function createRestore(
  client: DynamoDBDocumentClient,
  tables: ImageTables,
  records: DynamoRecords,
): KeptImages['restoreFromBin'] {
  return (read, { maxImages }, now) =>
    untilAnswered<'restored' | 'changed' | 'quota_exceeded'>(async (patience) => {
      const { imageId, accountId, version, temporaryImageId } = read;
      const [image, temporary, place] = await Promise.all([
        records.image(imageId),
        records.temporary(temporaryImageId),
        findPlace(client, tables, read, maxImages, now),
      ]);
      if (image?.state !== 'binned' || image.version !== version) return 'changed';
      const writes = restoringWrites(tables, { ...image, accountId }, temporary, place, now);
      const failed = await writeTransaction(client, writes, patience);
      if (failed.size === 0) return 'restored';
      return failed.has(COUNTED) && !failed.has(0) ? 'quota_exceeded' : undefined;
    });
}

function createListBin(
  client: DynamoDBDocumentClient,
  records: DynamoRecords,
): KeptImages['listBin'] {
  const positionOf = (before: BinPosition | null) =>
    partOfPosition(before && { createdAt: before.at, imageId: before.imageId });
  return async ({ projectId, before, limit }: BinQuery) => {
    const command = new QueryCommand({
      TableName: records.table,
      KeyConditionExpression: 'id = :list AND part < :before',
      ExpressionAttributeValues: { ':list': binKey(projectId), ':before': positionOf(before) },
      ProjectionExpression: 'part',
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: limit + 1,
    });
    const { Items = [] } = await withRetry(() => client.send(command));
    const entries = Items.map(positionOfEntry);
    const page = entries.slice(0, limit);
    const found = await records.images(page.map(({ imageId }) => imageId));
    const listed = page.map(({ imageId }) => found.get(imageId));
    const last = entries.length > limit ? page.at(-1) : undefined;
    return {
      images: listed.filter((image): image is Image => image?.state === 'binned'),
      next: last ? { at: last.createdAt, imageId: last.imageId } : null,
    };
  };
}

function showingWrites(
  { images }: ImageTables,
  { image, version, kept, review, now }: VersionRestore,
  { former, restored }: Readonly<Record<'former' | 'restored', TemporaryImage | undefined>>,
): Write[] {
  const { originalId, temporaryImageId, facts } = version;
  const change = shownChange({ image, originalId, temporaryImageId, facts, review, now });
  const end = former && Math.min(now, former.expiresAt);
  return [
    { Update: { TableName: images, Key: recordKey(image.imageId), ...change } },
    {
      Delete: {
        TableName: images,
        Key: versionKey(version),
        ConditionExpression: 'attribute_exists(kept)',
      },
    },
    putVersion(images, image, kept, now),
    ...(end === undefined ? [] : [endWrite(images, image.temporaryImageId, end, now)]),
    ...keepTemporary(images, restored),
    ...(review ? [{ Put: { TableName: images, Item: pendingEntry(image) } }] : []),
  ];
}

function createRestoreVersion(
  client: DynamoDBDocumentClient,
  tables: ImageTables,
  records: DynamoRecords,
  getVersion: KeptImages['getVersion'],
): KeptImages['restoreVersion'] {
  return (restore) =>
    untilAnswered<'restored' | 'changed'>(async (patience) => {
      const { image, version } = restore;
      const [shown, kept, former, restored] = await Promise.all([
        records.image(image.imageId),
        getVersion(image.imageId, version.originalId),
        records.temporary(image.temporaryImageId),
        records.temporary(version.temporaryImageId),
      ]);
      if (!isOpen(shown) || shown.version !== image.version || !kept?.kept) return 'changed';
      const writes = showingWrites(tables, restore, { former, restored });
      const failed = await writeTransaction(client, writes, patience);
      return failed.size === 0 ? 'restored' : undefined;
    });
}

function createVisits(
  client: DynamoDBDocumentClient,
  TableName: string,
): Pick<KeptImages, 'endVersion' | 'visitLater'> {
  return {
    endVersion: async (version, now) => {
      const command = new UpdateCommand({
        TableName,
        Key: versionKey(version),
        UpdateExpression: 'SET purge = :due, purgeAt = :now REMOVE kept',
        ConditionExpression: 'attribute_exists(kept)',
        ExpressionAttributeValues: { ':due': dueKey(version.imageId), ':now': now },
      });
      return isWritten(() => client.send(command));
    },
    visitLater: async (of, at) => {
      const command = new UpdateCommand({
        TableName,
        Key: 'state' in of ? visitKey(of) : versionKey(of),
        UpdateExpression: 'SET purgeAt = :at',
        // a version that ended meanwhile is due now
        ConditionExpression: 'state' in of ? 'attribute_exists(id)' : 'attribute_exists(kept)',
        ExpressionAttributeValues: { ':at': at },
      });
      await isWritten(() => client.send(command));
    },
  };
}

/** Kept bytes: attributes of the records, and items beside them that lists and an index find. */
export function createDynamoKeeping(
  client: DynamoDBDocumentClient,
  tables: ImageTables,
  records: DynamoRecords,
): Omit<KeptImages, 'moveToBin'> {
  const getVersion: KeptImages['getVersion'] = async (imageId, originalId) => {
    const key = versionKey({ imageId, originalId });
    const command = new GetCommand({ TableName: tables.images, Key: key, ConsistentRead: true });
    const { Item } = await withRetry(() => client.send(command));
    return Item && versionOf(Item);
  };
  return {
    restoreFromBin: createRestore(client, tables, records),
    listBin: createListBin(client, records),
    getVersion,
    restoreVersion: createRestoreVersion(client, tables, records, getVersion),
    ...createVisits(client, tables.images),
  };
}
