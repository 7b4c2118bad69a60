import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { AnyImageId } from '../../../core/images/ids.ts';
import { text } from '../../rows/columns.ts';
import { deleteAll, MAX_BATCH_WRITES } from '../client/delete-all.ts';
import { dynamoItem } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';
import { RENDITION_PART, renditionsOf } from './rendition-rows.ts';

const readKey = dynamoItem('images', { id: text, part: text });

/** Where records of renditions stand: under a key of their own and, of before, beside the picture's. */
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

/** Removes the records of all renditions of a picture, page by page. */
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
