import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ImageId } from '../../../core/images/ids.ts';
import {
  factsOf,
  findReplacementObstacle,
  type Image,
  originalIdOf,
} from '../../../core/images/image-states.ts';
import { type Kept, nextVisit } from '../../../core/images/kept/keeping.ts';
import type {
  ImageVersion,
  ImageVersions,
  Replacement,
  ReplaceOutcome,
} from '../../../core/ports/images/image-versions.ts';
import { type ColumnsOf, fields, optional, type Row } from '../../rows/columns.ts';
import { FACTS, kept } from '../../rows/image-columns.ts';
import { VERSION } from '../../rows/version-columns.ts';
import { isWritten } from '../client/conditional-write.ts';
import { queryAll } from '../client/query-all.ts';
import { dynamoItem } from '../client/read-item.ts';
import { untilAnswered } from '../client/retry.ts';
import { type Write, writeTransaction } from '../client/transactional-write.ts';
import type { ImageTables } from '../client/usage.ts';
import { endWrite } from './image-deletion.ts';
import type { DynamoRecords } from './image-records.ts';
import {
  dueKey,
  metadataText,
  receiptEnd,
  recordKey,
  stepAttribute,
  stepsOfItem,
} from './image-rows.ts';
import { changeLists, pendingEntry } from './list-entries.ts';
import { replacementChange } from './outdate-renditions.ts';
import { removeUnsaved } from './unsaved-images.ts';

const VERSION_PART = 'version#';

const readVersion = dynamoItem('images', {
  ...VERSION,
  facts: fields(FACTS),
  kept: optional(kept),
} satisfies ColumnsOf<Omit<ImageVersion, 'steps'>>);

/** The former original in an item. */
export function versionOf(item: Row): ImageVersion {
  return { ...readVersion(item), steps: stepsOfItem(item) };
}

/** The key of a former original, beside the record of its image. */
export function versionKey({ imageId, originalId }: Pick<ImageVersion, 'imageId' | 'originalId'>) {
  return { id: imageId, part: VERSION_PART + originalId };
}

/** The record of the bytes that an image shows until now. */
export function putVersion(
  TableName: string,
  image: Image,
  kept: Kept | undefined,
  now: number,
): Write {
  const { imageId, temporaryImageId } = image;
  const visit = kept && { kept, purge: dueKey(imageId), purgeAt: nextVisit(kept, now) };
  const version = { imageId, originalId: originalIdOf(image), temporaryImageId, replacedAt: now };
  const item = { ...versionKey(version), ...version, facts: factsOf(image), ...visit };
  return { Put: { TableName, Item: { ...item, [stepAttribute('marked')]: now } } };
}

/** The record of the new bytes' temporary image: it ends as a saved one does. */
function useTemporary(TableName: string, { image, temporary, now }: Replacement): Write {
  return {
    Update: {
      TableName,
      Key: recordKey(temporary.temporaryImageId),
      UpdateExpression: 'SET isSaved = :used, replacedImageId = :image REMOVE endsAt',
      ConditionExpression:
        '#state = :temporary AND expiresAt > :now AND isSaved = :unused AND attribute_not_exists(takenDown)',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: {
        ':used': true,
        ':unused': false,
        ':image': image.imageId,
        ':temporary': 'temporary',
        ':now': now,
      },
    },
  };
}

function writesOf(
  { images, usage }: ImageTables,
  replacement: Replacement,
  end: number | undefined,
): Write[] {
  const { image, temporary, metadata, review, now } = replacement;
  const change = replacementChange(replacement, metadataText(metadata));
  const former = image.temporaryImageId;
  return [
    { Update: { TableName: images, Key: recordKey(image.imageId), ...change } },
    useTemporary(images, replacement),
    putVersion(images, image, replacement.kept, now),
    removeUnsaved(usage, image.projectId, temporary.temporaryImageId),
    ...(end === undefined ? [] : [endWrite(images, former, end, now)]),
    ...changeLists(images, image, metadata),
    ...(review ? [{ Put: { TableName: images, Item: pendingEntry(image) } }] : []),
  ];
}

/** The reason against a replacement, by the records of now; undefined if there is none. */
async function findObstacle(
  records: DynamoRecords,
  { image: { imageId, version }, temporary: { temporaryImageId }, now }: Replacement,
) {
  const [image, temporary] = await Promise.all([
    records.image(imageId),
    records.temporary(temporaryImageId),
  ]);
  return findReplacementObstacle(version, image, temporary, now);
}

function createReplace(
  client: DynamoDBDocumentClient,
  tables: ImageTables,
  records: DynamoRecords,
): ImageVersions['replaceOriginal'] {
  return (replacement) =>
    untilAnswered<ReplaceOutcome>(async (patience) => {
      const { image, now } = replacement;
      const former = await records.temporary(image.temporaryImageId);
      const end = former && Math.min(now, former.expiresAt);
      const writes = writesOf(tables, replacement, end);
      const failed = await writeTransaction(client, writes, patience);
      return failed.size === 0 ? 'replaced' : findObstacle(records, replacement);
    });
}

function createRecordSteps(
  client: DynamoDBDocumentClient,
  TableName: string,
): ImageVersions['recordVersionSteps'] {
  return async (version, steps, at) => {
    const names = steps.map((step, place) => [`#s${place}`, stepAttribute(step)] as const);
    const sets = names.map(([name]) => `${name} = if_not_exists(${name}, :at)`);
    const isSwept = steps.includes('swept');
    const end = isSwept
      ? [', endsAt = if_not_exists(endsAt, :end) REMOVE kept, purge, purgeAt']
      : [];
    const command = new UpdateCommand({
      TableName,
      Key: versionKey(version),
      UpdateExpression: `SET ${sets.join(', ')}${end.join('')}`,
      ConditionExpression: 'attribute_exists(id)',
      ExpressionAttributeNames: Object.fromEntries(names),
      ExpressionAttributeValues: { ':at': at, ...(isSwept ? { ':end': receiptEnd(at) } : {}) },
    });
    await isWritten(() => client.send(command));
  };
}

/** New bytes of images, and their former ones: items beside the record of their image. */
export function createDynamoVersions(
  client: DynamoDBDocumentClient,
  tables: ImageTables,
  records: DynamoRecords,
): ImageVersions {
  return {
    replaceOriginal: createReplace(client, tables, records),
    listVersions: async (id: ImageId) => {
      const items = await queryAll(client, {
        TableName: tables.images,
        KeyConditionExpression: 'id = :id AND begins_with(part, :version)',
        ExpressionAttributeValues: { ':id': id, ':version': VERSION_PART },
        ConsistentRead: true,
      });
      return items.map(versionOf).sort((a, b) => a.replacedAt - b.replacedAt);
    },
    recordVersionSteps: createRecordSteps(client, tables.images),
  };
}
