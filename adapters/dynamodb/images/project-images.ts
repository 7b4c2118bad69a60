import {
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { ImageId } from '../../../core/images/ids.ts';
import type { ImageStore } from '../../../core/ports/images/image-store.ts';
import { number, withDefault } from '../../rows/columns.ts';
import { imageId } from '../../rows/image-columns.ts';
import { conditionalWrite } from '../client/conditional-write.ts';
import { deleteAll } from '../client/delete-all.ts';
import { dynamoItem, dynamoValue } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';
import type { Write } from '../client/transactional-write.ts';
import { endsAt, type ImageTables } from '../client/usage.ts';
import { recordKey, temporaryEnd, temporaryOfItem } from './image-rows.ts';
import { listUnsavedIds } from './unsaved-images.ts';

type DeletionEnds = Pick<
  ImageStore,
  'countDeletedWith' | 'listDeletingWith' | 'recordPurgedWith' | 'listUnsaved' | 'endUnsaved'
>;

const readEntry = dynamoItem('images', { part: imageId });

/** The partition of the images of a deletion that are not purged yet. */
export const listOf = (deletionId: string) => `deleting#${deletionId}`;
/** The part of their number, beside the IDs of images. */
export const COUNT_PART = 'count';
/** The key of their number. */
export const countKey = (deletionId: string) => ({ id: listOf(deletionId), part: COUNT_PART });
const IMAGES = 'img_';
/** Above the time of a project's restoring and its receipt together. */
const COUNT_LIFE_MS = 100 * 24 * 3_600_000;

/** The expiry of their number. */
export function countEnd(at: number): number {
  return endsAt(at + COUNT_LIFE_MS);
}

/** The writes that record an image of a common deletion, in the transaction of its tombstone. */
export function noteDeleting(
  table: string,
  id: ImageId,
  { deletionId, at }: { readonly deletionId: string; readonly at: number },
): Write[] {
  const countUp = {
    UpdateExpression: 'ADD images :one SET endsAt = :end',
    ExpressionAttributeValues: { ':one': 1, ':end': countEnd(at) },
  };
  return [
    { Put: { TableName: table, Item: { id: listOf(deletionId), part: id } } },
    { Update: { TableName: table, Key: countKey(deletionId), ...countUp } },
  ];
}

function createEnd(client: DynamoDBDocumentClient, table: string): DeletionEnds['endUnsaved'] {
  return async (id, now) => {
    const command = new UpdateCommand({
      TableName: table,
      Key: recordKey(id),
      UpdateExpression: 'SET #state = :expired, expiresAt = :now, endsAt = :gone',
      ConditionExpression: '#state = :temporary AND isSaved = :false AND expiresAt > :now',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: {
        ':expired': 'expired',
        ':temporary': 'temporary',
        ':false': false,
        ':now': now,
        ':gone': temporaryEnd(now),
      },
      ReturnValues: 'ALL_NEW',
    });
    const written = await conditionalWrite(() => client.send(command));
    return written?.Attributes && temporaryOfItem(written.Attributes);
  };
}

/** Images that are deleted together: their list until they are purged, and their number. */
export function createDynamoProjectImages(
  client: DynamoDBDocumentClient,
  { images: table, usage }: ImageTables,
): DeletionEnds {
  return {
    countDeletedWith: async (deletionId) => {
      const key = { TableName: table, Key: countKey(deletionId), ConsistentRead: true };
      const { Item } = await withRetry(() => client.send(new GetCommand(key)));
      return dynamoValue('images', Item, 'images', withDefault(number, 0));
    },
    listDeletingWith: async (deletionId, limit) => {
      const command = new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'id = :list AND begins_with(part, :images)',
        ExpressionAttributeValues: { ':list': listOf(deletionId), ':images': IMAGES },
        ConsistentRead: true,
        Limit: limit,
      });
      const { Items = [] } = await withRetry(() => client.send(command));
      return Items.map((item) => readEntry(item).part);
    },
    recordPurgedWith: (deletionId, ids) =>
      deleteAll(
        client,
        table,
        ids.map((part) => ({ id: listOf(deletionId), part })),
      ),
    listUnsaved: (projectId, now) => listUnsavedIds(client, usage, projectId, now),
    endUnsaved: createEnd(client, table),
  };
}
