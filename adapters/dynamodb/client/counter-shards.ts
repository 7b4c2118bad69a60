import { createHash } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { number, optional, text, withDefault } from '../../rows/columns.ts';
import { getBatch } from './get-batch.ts';
import { dynamoItem, dynamoValue } from './read-item.ts';

/** A counter of an account, with the share of each of its projects under the project's id. */
export interface SharedCount {
  readonly counter: string;
  readonly projectId: string;
}

/**
 * The number of items of a count without a bound. An item takes part in one transaction at a time,
 * some 50 a second at 20 ms each. The counts of images and of transformations, the exact ones
 * included, still fit one BatchGetItem. An ownership transfer fits one transaction: 100 items each
 * (docs/decisions/0028).
 */
export const COUNTER_SHARDS = 40;

/**
 * How long an exact count uses a sum of its shards: it changes only when an account's plan loses or
 * gets its bound.
 */
const SUM_LIFE_MS = 60_000;

/** The shard number of a text, always the same. */
export function shardNumber(name: string, shards: number): number {
  return createHash('sha256').update(name).digest().readUInt32BE() % shards;
}

/** A shard of a counter. */
export function counterShard({ counter, projectId }: SharedCount, shard: number): SharedCount {
  const [word, ...rest] = counter.split('#');
  return { counter: [`${word}Shard`, ...rest, shard].join('#'), projectId };
}

/** The shard of a counter in which an item is counted. */
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
 * The number under a name in a counter's item, such as a project's share; nothing for a missing
 * item.
 */
export function partIn(item: Item | undefined, name: string): number {
  return dynamoValue('usage', item, name, withDefault(number, 0));
}

/** The sum over items of a counter. */
export function usedIn(items: Iterable<Item>): number {
  return [...items].reduce((sum, item) => sum + partIn(item, 'used'), 0);
}

/** The existing items of counters, by their keys. */
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
 * The sum of a counter's shards at a moment; stored in the counter's own item, whose bound is lower
 * by it.
 */
export interface ShardSum {
  readonly sum: number;
  readonly at: number;
}

/** The stored sum of an item if it is fresh, or a new one. */
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
