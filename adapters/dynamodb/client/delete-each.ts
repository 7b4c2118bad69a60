import { DeleteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { withRetry } from './retry.ts';

/**
 * Removes the items of these keys in their order; what isn't there is no error. One by one: a right to batches would be one to write whatever there is
 * into these tables.
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
