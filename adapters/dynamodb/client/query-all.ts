import {
  type DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { withRetry } from './retry.ts';

/** Every item that a query finds, page by page: one page holds 1 MB. */
export async function queryAll(
  client: DynamoDBDocumentClient,
  query: QueryCommandInput,
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let from: QueryCommandInput['ExclusiveStartKey'];
  do {
    const command = new QueryCommand({ ...query, ...(from ? { ExclusiveStartKey: from } : {}) });
    const { Items = [], LastEvaluatedKey } = await withRetry(() => client.send(command));
    for (const item of Items) items.push(item);
    from = LastEvaluatedKey;
  } while (from);
  return items;
}
