import {
  BatchWriteCommand,
  type BatchWriteCommandInput,
  DeleteCommand,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { untilAnswered, withRetry } from './retry.ts';

/** Amazon DynamoDB API reference, BatchWriteItem: the maximum of items in one. */
export const MAX_BATCH_WRITES = 25;

type Requests = NonNullable<BatchWriteCommandInput['RequestItems']>;

/** Applies the requests of one batch, however often DynamoDB leaves some of them out. */
export async function writeBatch(
  client: DynamoDBDocumentClient,
  requests: Requests,
): Promise<void> {
  let remaining = requests;
  await untilAnswered(async (patience) => {
    const command = new BatchWriteCommand({ RequestItems: remaining });
    const { UnprocessedItems = {} } = await withRetry(() => client.send(command), patience);
    remaining = UnprocessedItems;
    return Object.keys(remaining).length === 0 ? true : undefined;
  });
}

/** Removes the items of these keys in batches; missing items are no error. */
export async function deleteAll(
  client: DynamoDBDocumentClient,
  table: string,
  keys: readonly Readonly<Record<string, string>>[],
): Promise<void> {
  for (let at = 0; at < keys.length; at += MAX_BATCH_WRITES) {
    const batch = keys.slice(at, at + MAX_BATCH_WRITES);
    const deletes = batch.map((Key) => ({ DeleteRequest: { Key } }));
    await writeBatch(client, { [table]: deletes });
  }
}

/**
 * Removes the items of these keys in their order; missing items are no error. One by one, because a
 * permission for batches would allow any write to these tables.
 */
export async function deleteEach(
  client: DynamoDBDocumentClient,
  table: string,
  keys: readonly Readonly<Record<string, string>>[],
): Promise<void> {
  for (const Key of keys) {
    await withRetry(() => client.send(new DeleteCommand({ TableName: table, Key: { ...Key } })));
  }
}
