import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { untilAnswered, withRetry } from './retry.ts';

type Keys = readonly Readonly<Record<string, unknown>>[];
type Items = Record<string, unknown>[];

/**
 * Every existing item of these keys by table, at most 100 in all, unordered. DynamoDB leaves some
 * for another call if it has no capacity or the response is long.
 */
export async function getBatches(
  client: DynamoDBDocumentClient,
  keys: ReadonlyMap<string, Keys>,
): Promise<ReadonlyMap<string, Items>> {
  const items = new Map<string, Items>([...keys.keys()].map((table) => [table, []]));
  let remaining: BatchGetCommandInput['RequestItems'] = Object.fromEntries(
    [...keys].map(([table, some]) => [table, { Keys: [...some], ConsistentRead: true }]),
  );
  await untilAnswered(async (patience) => {
    const command = new BatchGetCommand({ RequestItems: remaining });
    const { Responses = {}, UnprocessedKeys = {} } = await withRetry(
      () => client.send(command),
      patience,
    );
    for (const [table, found] of items) {
      for (const item of Responses[table] ?? []) found.push(item);
    }
    remaining = UnprocessedKeys;
    return Object.keys(remaining).length === 0 ? true : undefined;
  });
  return items;
}

/** The same of one table. */
export async function getBatch(
  client: DynamoDBDocumentClient,
  table: string,
  keys: Keys,
): Promise<Items> {
  if (keys.length === 0) return [];
  return (await getBatches(client, new Map([[table, keys]]))).get(table) ?? [];
}
