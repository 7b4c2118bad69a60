import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { MAX_BATCH_WRITES, writeBatch } from './delete-all.ts';

/** Writes items in batches, in place of any of the same keys; no two may have the same key. */
export async function putAll(
  client: DynamoDBDocumentClient,
  table: string,
  items: readonly Record<string, unknown>[],
): Promise<void> {
  for (let at = 0; at < items.length; at += MAX_BATCH_WRITES) {
    const batch = items.slice(at, at + MAX_BATCH_WRITES);
    await writeBatch(client, { [table]: batch.map((Item) => ({ PutRequest: { Item } })) });
  }
}
