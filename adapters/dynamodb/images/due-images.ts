import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { ImagesIndex, TableIndex } from '../../../core/foundation/dynamodb-tables.ts';
import { TABLES } from '../../../core/foundation/dynamodb-tables.ts';
import { number } from '../../rows/columns.ts';
import { dynamoValue } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';
import { DUE_KEYS } from './image-rows.ts';

type Item = Record<string, unknown>;

/**
 * Items of an index that are due by `end`, longest due first, over all its partition keys; an index
 * may lag by a moment.
 */
export async function listDue(
  client: DynamoDBDocumentClient,
  table: string,
  name: ImagesIndex,
  { end, limit }: { readonly end?: number; readonly limit: number },
): Promise<Item[]> {
  const index: TableIndex | undefined = TABLES.images.indexes.find((index) => index.name === name);
  if (!index) throw new Error(`the index ${name} does not exist`);
  const { hash, range } = index;
  const isEnded = end === undefined ? '' : ` AND ${range.name} <= :end`;
  const listOf = async (due: string): Promise<Item[]> => {
    const command = new QueryCommand({
      TableName: table,
      IndexName: name,
      Limit: limit,
      KeyConditionExpression: `${hash.name} = :due${isEnded}`,
      ExpressionAttributeValues: { ':due': due, ...(end === undefined ? {} : { ':end': end }) },
    });
    return (await withRetry(() => client.send(command))).Items ?? [];
  };
  const all = (await Promise.all(DUE_KEYS.map(listOf))).flat();
  const dueAt = (item: Item) => dynamoValue('images', item, range.name, number);
  return all.sort((first, other) => dueAt(first) - dueAt(other)).slice(0, limit);
}
