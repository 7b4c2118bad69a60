import { createHash } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { number, optional, text, withDefault } from '../../rows/columns.ts';
import { getBatch } from './get-batch.ts';
import { dynamoItem, dynamoValue } from './read-item.ts';

/**
 * A counter of an account, with the part of it that each of its projects has under the project's
 * id.
 */
export interface SharedCount {
  readonly counter: string;
  readonly projectId: string;
}

/**
 * In how many items a count is kept that nothing bounds: an item takes part in one transaction at a
 * time, some 50 a second at 20 ms each. The counts of images and of transformations, the exact ones
 * among them, are still within one BatchGetItem, and a hand-over within one transaction: 100 items
 * each (docs/decisions/0028).
 */
export const COUNTER_SHARDS = 40;

/**
 * How long an exact count leans on a sum of its shards: it changes only where an account's plan
 * loses or gets its bound.
 */
const SUM_LIFE_MS = 60_000;

/** Which of so many shards something is in, the same whenever it is asked. */
export function shardNumber(name: string, shards: number): number {
  return createHash('sha256').update(name).digest().readUInt32BE() % shards;
}

/** A shard of a counter. */
export function counterShard({ counter, projectId }: SharedCount, shard: number): SharedCount {
  const [word, ...rest] = counter.split('#');
  return { counter: [`${word}Shard`, ...rest, shard].join('#'), projectId };
}

/** The shard of a counter that something is counted in. */
export function shardFor(count: SharedCount, name: string): SharedCount {
  return counterShard(count, shardNumber(name, COUNTER_SHARDS));
}

/** Every shard of a counter. */
export function counterShards(count: SharedCount): SharedCount[] {
  return Array.from({ length: COUNTER_SHARDS }, (_, shard) => counterShard(count, shard));
}

type Item = Readonly<Record<string, unknown>>;

const readKey = dynamoItem('usage', { counter: text });
const readSum = dynamoItem('usage', { shardSum: optional(number), shardSumAt: optional(number) });

/**
 * What an item of a counter holds under a name, as a project's part; nothing of an item that isn't
 * there.
 */
export function partIn(item: Item | undefined, name: string): number {
  return dynamoValue('usage', item, name, withDefault(number, 0));
}

/** What items of a counter hold together. */
export function usedIn(items: Iterable<Item>): number {
  return [...items].reduce((sum, item) => sum + partIn(item, 'used'), 0);
}

/** The items of counters that are there, by their keys. */
export async function readCounters(
  client: DynamoDBDocumentClient,
  table: string,
  counts: readonly SharedCount[],
): Promise<ReadonlyMap<string, Item>> {
  const keys = counts.map(({ counter }) => ({ counter }));
  const items = await getBatch(client, table, keys);
  return new Map(items.map((item) => [readKey(item).counter, item]));
}

/**
 * What the shards of a counter held at a moment; stored in the counter's own item, whose bound is
 * lower by it.
 */
export interface ShardSum {
  readonly sum: number;
  readonly at: number;
}

/** The sum that an item of a counter holds, if it is fresh, or a new one. */
export async function readShardSum(
  client: DynamoDBDocumentClient,
  table: string,
  count: SharedCount,
  { item = {}, now }: { readonly item?: Item | undefined; readonly now: number },
): Promise<ShardSum> {
  const { shardSum, shardSumAt } = readSum(item);
  if (shardSum !== undefined && shardSumAt !== undefined && now - shardSumAt < SUM_LIFE_MS) {
    return { sum: shardSum, at: shardSumAt };
  }
  const shards = await readCounters(client, table, counterShards(count));
  const sum = usedIn(shards.values());
  return { sum, at: now };
}
