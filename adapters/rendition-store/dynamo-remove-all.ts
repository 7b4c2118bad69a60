import {
  BatchWriteCommand,
  type BatchWriteCommandInput,
  type DynamoDBDocumentClient,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import type { AnyImageId } from '../../core/images/ids.ts';
import { untilAnswered, withRetry } from '../dynamodb-tables/retry.ts';
import { RENDITION_PART } from './dynamo-rendition-rows.ts';

const MAX_BATCH = 25; // Amazon DynamoDB API reference, BatchWriteItem

type Requests = NonNullable<BatchWriteCommandInput['RequestItems']>;

async function deleteBatch(client: DynamoDBDocumentClient, requests: Requests): Promise<void> {
  let left = requests;
  await untilAnswered(async () => {
    const command = new BatchWriteCommand({ RequestItems: left });
    const { UnprocessedItems = {} } = await withRetry(() => client.send(command));
    left = UnprocessedItems;
    return Object.keys(left).length === 0 ? true : undefined;
  });
}

/** Removes the records of all renditions of a picture, page by page. */
export async function removeAllRows(
  client: DynamoDBDocumentClient,
  table: string,
  id: AnyImageId,
): Promise<void> {
  for (;;) {
    const command = new QueryCommand({
      TableName: table,
      KeyConditionExpression: 'id = :id AND begins_with(part, :rendition)',
      ExpressionAttributeValues: { ':id': id, ':rendition': RENDITION_PART },
      ProjectionExpression: 'id, part',
      ConsistentRead: true,
      Limit: MAX_BATCH,
    });
    const { Items = [] } = await withRetry(() => client.send(command));
    if (Items.length === 0) return;
    const deletes = Items.map((Key) => ({ DeleteRequest: { Key } }));
    await deleteBatch(client, { [table]: deletes });
  }
}
