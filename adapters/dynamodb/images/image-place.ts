import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Image } from '../../../core/images/image-states.ts';
import { readShardSum, type SharedCount, shardFor } from '../client/counter-shards.ts';
import { withRetry } from '../client/retry.ts';
import { type Bound, type ImageTables, imagesCounter } from '../client/usage.ts';

/** The counter that counts an image, and its bound; null for a plan without one. */
export interface ImagePlace {
  readonly count: SharedCount;
  readonly bound: Bound | null;
}

/**
 * The counter of an image: the exact one if its plan has a bound, else a shard, which its item
 * names.
 */
export async function findPlace(
  client: DynamoDBDocumentClient,
  tables: ImageTables,
  image: Pick<Image, 'imageId' | 'accountId' | 'projectId'>,
  max: number | null,
  now: number,
): Promise<ImagePlace> {
  const count = imagesCounter(image);
  if (max === null) return { count: shardFor(count, image.imageId), bound: null };
  const key = { TableName: tables.usage, Key: { counter: count.counter }, ConsistentRead: true };
  const { Item: item } = await withRetry(() => client.send(new GetCommand(key)));
  const shards = await readShardSum(client, tables.usage, count, { item, now });
  return { count, bound: { max, shards } };
}
