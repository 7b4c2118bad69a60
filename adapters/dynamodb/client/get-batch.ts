import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { untilAnswered, withRetry } from './retry.ts';

/**
 * Every existing item of these keys, at most 100, unordered. DynamoDB leaves some for another call
 * if it has no capacity or the response is long.
 */
export async function getBatch(
  client: DynamoDBDocumentClient,
  table: string,
  keys: readonly Record<string, unknown>[],
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let remaining: BatchGetCommandInput['RequestItems'] = {
    [table]: { Keys: [...keys], ConsistentRead: true },
  };
  if (keys.length === 0) return items;
  await untilAnswered(async (patience) => {
    const command = new BatchGetCommand({ RequestItems: remaining });
    const { Responses = {}, UnprocessedKeys = {} } = await withRetry(
      () => client.send(command),
      patience,
    );
    for (const item of Responses[table] ?? []) items.push(item);
    remaining = UnprocessedKeys;
    return Object.keys(remaining).length === 0 ? true : undefined;
  });
  return items;
}
