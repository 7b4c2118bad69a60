import {
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { AnyImageId } from '../../../core/images/ids.ts';
import type { Revision } from '../../../core/ports/images/rendition-store.ts';
import { text } from '../../rows/columns.ts';
import { isWritten } from '../client/conditional-write.ts';
import { deleteAll, MAX_BATCH_WRITES } from '../client/delete-all.ts';
import { queryAll } from '../client/query-all.ts';
import { dynamoItem } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';
import {
  RENDITION_PART,
  type RenditionRow,
  renditionRowKey,
  renditionsOf,
} from './rendition-rows.ts';

const readPart = dynamoItem('images', { part: text });
const OF_REVISION = ' AND version = :version AND generation = :generation';
const STATE = { '#state': 'state' };
/** Concurrent writes. */
const AT_ONCE = 25;

interface Key {
  readonly id: string;
  readonly part: string;
}

/**
 * Forgets a ready rendition, of one revision or of any. Its record stays, with the month that
 * counted it; false if there is none.
 */
export async function forgetRow(
  client: DynamoDBDocumentClient,
  table: string,
  { id, part }: Key,
  revision?: Revision,
): Promise<boolean> {
  const command = new UpdateCommand({
    TableName: table,
    Key: { id, part },
    UpdateExpression: 'SET #state = :forgotten',
    ConditionExpression: `#state = :ready${revision ? OF_REVISION : ''}`,
    ExpressionAttributeNames: STATE,
    ExpressionAttributeValues: {
      ':forgotten': 'forgotten',
      ':ready': 'ready',
      ...(revision ? { ':version': revision.version, ':generation': revision.generation } : {}),
    },
  });
  return isWritten(() => client.send(command));
}

/**
 * The same for a record under the image's own key; a forgotten one under the renditions' key
 * replaces it.
 */
export async function forgetFormerRow(
  client: DynamoDBDocumentClient,
  table: string,
  id: AnyImageId,
  { key, row }: { readonly key: string; readonly row: RenditionRow },
): Promise<void> {
  const { isFormer: _, ...kept } = row;
  const command = new PutCommand({
    TableName: table,
    Item: { ...kept, ...renditionRowKey(id, key), state: 'forgotten' },
    ConditionExpression: 'attribute_not_exists(id)',
  });
  await isWritten(() => client.send(command));
}

/** The same for all ready renditions of an image. */
export async function forgetReadyRows(
  client: DynamoDBDocumentClient,
  table: string,
  id: AnyImageId,
): Promise<void> {
  for (const hash of [renditionsOf(id), id]) {
    const rows = await queryAll(client, {
      TableName: table,
      KeyConditionExpression: 'id = :id AND begins_with(part, :rendition)',
      FilterExpression: '#state = :ready',
      ExpressionAttributeNames: STATE,
      ExpressionAttributeValues: { ':id': hash, ':rendition': RENDITION_PART, ':ready': 'ready' },
      ProjectionExpression: 'part',
      ConsistentRead: true,
    });
    const keys = rows.map((row) => ({ id: hash, ...readPart(row) }));
    for (let from = 0; from < keys.length; from += AT_ONCE) {
      const some = keys.slice(from, from + AT_ONCE);
      await Promise.all(some.map((key) => forgetRow(client, table, key)));
    }
  }
}

const readKey = dynamoItem('images', { id: text, part: text });

/** The partition keys of renditions' records: a separate one, and for older records the image's. */
function queriesOf(id: AnyImageId) {
  return [
    {
      KeyConditionExpression: 'id = :id',
      ExpressionAttributeValues: { ':id': renditionsOf(id) },
    },
    {
      KeyConditionExpression: 'id = :id AND begins_with(part, :rendition)',
      ExpressionAttributeValues: { ':id': id, ':rendition': RENDITION_PART },
    },
  ];
}

/** Removes the records of all renditions of an image, page by page. */
export async function removeAllRows(
  client: DynamoDBDocumentClient,
  table: string,
  id: AnyImageId,
): Promise<void> {
  for (const query of queriesOf(id)) {
    for (;;) {
      const command = new QueryCommand({
        TableName: table,
        ...query,
        ProjectionExpression: 'id, part',
        ConsistentRead: true,
        Limit: MAX_BATCH_WRITES,
      });
      const { Items = [] } = await withRetry(() => client.send(command));
      if (Items.length === 0) break;
      await deleteAll(client, table, Items.map(readKey));
    }
  }
}
