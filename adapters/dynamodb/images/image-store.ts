import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { hasEnded, type Image } from '../../../core/images/image-states.ts';
import type { Metadata } from '../../../core/images/metadata.ts';
import type { ImageStore, NewPoint, SaveOutcome } from '../../../core/ports/images/image-store.ts';
import { untilAnswered } from '../client/retry.ts';
import { type Write, writeTransaction } from '../client/transactional-write.ts';
import { countUp, type ImageTables } from '../client/usage.ts';
import { createMarkDeleting } from './image-deletion.ts';
import { createImageIndex } from './image-index.ts';
import { createListImages } from './image-lists.ts';
import { findPlace, type ImagePlace } from './image-place.ts';
import { createDynamoRecords, type DynamoRecords } from './image-records.ts';
import { imageItem, metadataText, recordKey, temporaryItem } from './image-rows.ts';
import { createDynamoVersions } from './image-versions.ts';
import { createDynamoKeeping } from './kept-images.ts';
import { addToLists, changeLists } from './list-entries.ts';
import { createDynamoOutdating, metadataAndPointChange } from './outdate-renditions.ts';
import { createDynamoProjectImages } from './project-images.ts';
import { createDynamoPurge } from './purge-records.ts';
import { createDynamoReviews } from './reviews.ts';
import { createDynamoSweep } from './sweep.ts';
import { removeUnsaved, takeUnsavedPlace } from './unsaved-images.ts';

const STATE = { '#state': 'state' };

interface Parts {
  readonly client: DynamoDBDocumentClient;
  readonly tables: ImageTables;
  readonly records: DynamoRecords;
}

function putNew(table: string, item: Record<string, unknown>): Write {
  return {
    Put: { TableName: table, Item: item, ConditionExpression: 'attribute_not_exists(id)' },
  };
}

function createAddTemporary({ client, tables }: Parts): ImageStore['addTemporaryImage'] {
  return (image, limits, now) =>
    untilAnswered(async (patience) => {
      const requested = { ...image, endsAtMs: image.expiresAt };
      const place = await takeUnsavedPlace(client, tables.usage, requested, { limits, now });
      if (place === 'limit_exceeded') return place;
      const writes = [putNew(tables.images, temporaryItem(image)), ...place];
      const failed = await writeTransaction(client, writes, patience);
      if (failed.has(0)) throw new Error('the temporary image already exists');
      return failed.size > 0 ? undefined : 'added'; // another upload came between
    });
}

function savingWrites(
  { tables }: Parts,
  image: Image,
  { count, bound }: ImagePlace,
  now: number,
): Write[] {
  const item = { ...imageItem(image), ...(bound ? {} : { countedIn: count.counter }) };
  return [
    putNew(tables.images, item),
    countUp(tables.usage, count, bound),
    {
      Update: {
        TableName: tables.images,
        Key: recordKey(image.temporaryImageId),
        // a save can be repeated as long as its image exists (saving.idempotent)
        UpdateExpression: 'SET isSaved = :saved REMOVE endsAt',
        ConditionExpression:
          '#state = :temporary AND expiresAt > :now AND attribute_not_exists(takenDown) AND attribute_not_exists(replacedImageId)',
        ExpressionAttributeNames: STATE,
        ExpressionAttributeValues: { ':saved': true, ':temporary': 'temporary', ':now': now },
      },
    },
    removeUnsaved(tables.usage, image.projectId, image.temporaryImageId),
    ...addToLists(tables.images, image),
  ];
}
const COUNTED = 1;

/** The reason against a save, by the records; undefined if there is none. */
async function findObstacle(
  { records }: Parts,
  image: Image,
  now: number,
): Promise<SaveOutcome | undefined> {
  const [existing, temporary] = await Promise.all([
    records.image(image.imageId),
    records.temporary(image.temporaryImageId),
  ]);
  if (existing?.state === 'saved') return { outcome: 'already_saved', image: existing };
  if (existing) return { outcome: 'deleted' };
  if (temporary?.replacedImageId) return { outcome: 'replaced' };
  if (!temporary || hasEnded(temporary, now)) return { outcome: 'ended' };
  return temporary.takenDown && { outcome: 'taken_down' };
}

function createSave(parts: Parts): ImageStore['saveImage'] {
  return (image, { maxImages }, now) =>
    untilAnswered<SaveOutcome>(async (patience) => {
      const place = await findPlace(parts.client, parts.tables, image, maxImages, now);
      // its conditions are the records' rules: they are read only for the reason of a refusal
      const writes = savingWrites(parts, image, place, now);
      const failed = await writeTransaction(parts.client, writes, patience);
      if (failed.size === 0) return { outcome: 'saved', image };
      const obstacle = await findObstacle(parts, image, now);
      return obstacle ?? (failed.has(COUNTED) ? { outcome: 'quota_exceeded' } : undefined);
    });
}

/** The change of the record, first, and of the lists. */
function replacingWrites(
  table: string,
  image: Image,
  metadata: Metadata,
  point: NewPoint | undefined,
): Write[] {
  const text = metadataText(metadata);
  const change = point
    ? metadataAndPointChange(image, text, point)
    : {
        UpdateExpression: 'SET metadata = :metadata ADD version :one',
        ConditionExpression: '#state = :saved AND version = :version',
        ExpressionAttributeNames: STATE,
        ExpressionAttributeValues: {
          ':metadata': text,
          ':one': 1,
          ':saved': 'saved',
          ':version': image.version,
        },
      };
  const Update = { TableName: table, Key: recordKey(image.imageId), ...change };
  return [{ Update }, ...changeLists(table, image, metadata)];
}

/** Images and temporary images in DynamoDB. */
export function createDynamoImageStore(
  client: DynamoDBDocumentClient,
  tables: ImageTables,
): ImageStore {
  const records = createDynamoRecords(client, tables.images);
  const parts = { client, tables, records };
  const { reject, ...marking } = createMarkDeleting(client, tables, records);
  return {
    addTemporaryImage: createAddTemporary(parts),
    getTemporaryImage: records.temporary,
    getImage: records.image,
    saveImage: createSave(parts),
    replaceMetadata: async (image, metadata, point) => {
      // a transaction of one write: its token distinguishes a lost response from a concurrent
      // change
      const failed = await writeTransaction(
        client,
        replacingWrites(tables.images, image, metadata, point),
      );
      return failed.size === 0;
    },
    listImages: createListImages(client, records),
    ...createImageIndex(client, records),
    ...marking,
    ...createDynamoReviews(client, records, reject),
    ...createDynamoProjectImages(client, tables),
    ...createDynamoVersions(client, tables, records),
    ...createDynamoKeeping(client, tables, records),
    ...createDynamoPurge(client, records),
    ...createDynamoOutdating(client, records),
    ...createDynamoSweep(client, records),
  };
}
