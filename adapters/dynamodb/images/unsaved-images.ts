import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { TemporaryImageId } from '../../../core/images/ids.ts';
import type { TemporaryLimits } from '../../../core/images/image-states.ts';
import { type ColumnsOf, fields, number, readWithin, withDefault } from '../../rows/columns.ts';
import { temporaryImageId } from '../../rows/image-columns.ts';
import { shardNumber } from '../client/counter-shards.ts';
import { dynamoItem, dynamoValue } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';
import type { Write } from '../client/transactional-write.ts';

/**
 * The unsaved temporary images of one project, in shards by their ids. A shard is an item with an
 * attribute for each image, named by its id, and the number of changes so far. At most 200 in all
 * keep the items small. They are exact to the millisecond; counters can't be, because they don't
 * see expiries. Each shard has a share of the limits. If its share isn't enough, it takes unused
 * shares of others, so the shares always add up to the limits (docs/decisions/0028).
 */
export const UNSAVED_SHARDS = 16;

export interface UnsavedImage {
  readonly endsAtMs: number;
  readonly bytes: number;
}

const unsavedImage = fields({
  endsAtMs: number,
  bytes: number,
} satisfies ColumnsOf<UnsavedImage>);
const lent = fields({ maxCount: number, maxBytes: number } satisfies ColumnsOf<TemporaryLimits>);
const readShardState = dynamoItem('usage', {
  changes: withDefault(number, 0),
  borrowed: withDefault(lent, { maxCount: 0, maxBytes: 0 }),
});
/** The attributes of a shard's item beside its images. */
const OWN_ATTRIBUTES: readonly string[] = ['counter', 'changes', 'borrowed'];

/** One shard as it was read. */
interface UnsavedShard {
  readonly shard: number;
  readonly changes: number;
  /** The share taken from other shards, minus the share given to them. */
  readonly borrowed: TemporaryLimits;
  readonly images: ReadonlyMap<TemporaryImageId, UnsavedImage>;
}

/** A request for a place in the shards. */
export interface Applicant extends UnsavedImage {
  readonly temporaryImageId: TemporaryImageId;
  readonly projectId: string;
}

/** The first is the single item from before sharding. */
function counterOf(projectId: string, shard: number): { counter: string } {
  return { counter: shard === 0 ? `unsaved#${projectId}` : `unsaved#${projectId}#${shard}` };
}

/** The keys of every shard. */
export function unsavedCounters(projectId: string): { counter: string }[] {
  return Array.from({ length: UNSAVED_SHARDS }, (_, shard) => counterOf(projectId, shard));
}

/** The shard of an image. */
export function unsavedShard(id: string): number {
  return shardNumber(id, UNSAVED_SHARDS);
}

async function readShard(
  client: DynamoDBDocumentClient,
  table: string,
  { projectId, now }: { readonly projectId: string; readonly now: number },
  shard: number,
): Promise<UnsavedShard> {
  const key = { TableName: table, Key: counterOf(projectId, shard), ConsistentRead: true };
  const { Item = {} } = await withRetry(() => client.send(new GetCommand(key)));
  const ids = Object.keys(Item).filter((name) => !OWN_ATTRIBUTES.includes(name));
  const entries = ids.map((id) => {
    const unsaved = dynamoValue('usage', Item, id, unsavedImage);
    return [readWithin('usage', () => temporaryImageId(id)), unsaved] as const;
  });
  const images = new Map(entries.filter(([, { endsAtMs }]) => endsAtMs > now));
  return { shard, ...readShardState(Item), images };
}

const readAll = (
  client: DynamoDBDocumentClient,
  table: string,
  of: { readonly projectId: string; readonly now: number },
) =>
  Promise.all(
    Array.from({ length: UNSAVED_SHARDS }, (_, shard) => readShard(client, table, of, shard)),
  );

/** The ids of live ones. */
export async function listUnsavedIds(
  client: DynamoDBDocumentClient,
  table: string,
  projectId: string,
  now: number,
): Promise<TemporaryImageId[]> {
  const shards = await readAll(client, table, { projectId, now });
  return shards.flatMap(({ images }) => [...images.keys()]);
}

/** An equal part of a limit; the parts of all shards add up to it. */
function partOf(limit: number, shard: number): number {
  return Math.floor(limit / UNSAVED_SHARDS) + (shard < limit % UNSAVED_SHARDS ? 1 : 0);
}

/** The free part of a shard's share; negative if it has more than its share. */
function roomIn(
  { shard, borrowed, images }: UnsavedShard,
  limits: TemporaryLimits,
  except?: string,
): TemporaryLimits {
  const others = [...images].filter(([id]) => id !== except).map(([, held]) => held);
  const bytes = others.reduce((sum, held) => sum + held.bytes, 0);
  return {
    maxCount: partOf(limits.maxCount, shard) + borrowed.maxCount - others.length,
    maxBytes: partOf(limits.maxBytes, shard) + borrowed.maxBytes - bytes,
  };
}

/** Replaces a shard's item if it is unchanged. */
function putShard(
  table: string,
  projectId: string,
  { shard, changes, borrowed, images }: UnsavedShard,
): Write {
  const isFirst = changes === 0;
  return {
    Put: {
      TableName: table,
      Item: {
        ...Object.fromEntries(images),
        ...counterOf(projectId, shard),
        borrowed,
        changes: changes + 1,
      },
      ConditionExpression: isFirst ? 'attribute_not_exists(changes)' : 'changes = :changes',
      ...(isFirst ? {} : { ExpressionAttributeValues: { ':changes': changes } }),
    },
  };
}

const add = (first: TemporaryLimits, other: TemporaryLimits, sign: 1 | -1): TemporaryLimits => ({
  maxCount: first.maxCount + sign * other.maxCount,
  maxBytes: first.maxBytes + sign * other.maxBytes,
});

/**
 * Takes the missing part from the shards with the most free share; undefined if all of them
 * together don't have enough.
 */
function borrow(
  lenders: readonly UnsavedShard[],
  missing: TemporaryLimits,
  limits: TemporaryLimits,
): UnsavedShard[] | undefined {
  const roomOf = (shard: UnsavedShard) => roomIn(shard, limits);
  // the excess of others counts too: the shares of all add up to the limits
  const spare = lenders.map(roomOf).reduce((sum, room) => add(sum, room, 1), {
    maxCount: 0,
    maxBytes: 0,
  });
  if (spare.maxCount < missing.maxCount || spare.maxBytes < missing.maxBytes) return undefined;
  let remaining = missing;
  const changed: UnsavedShard[] = [];
  const richest = [...lenders].sort((a, b) => roomOf(b).maxBytes - roomOf(a).maxBytes);
  for (const lender of richest) {
    const room = roomOf(lender);
    const taken = {
      maxCount: Math.min(Math.max(0, remaining.maxCount), Math.max(0, room.maxCount)),
      maxBytes: Math.min(Math.max(0, remaining.maxBytes), Math.max(0, room.maxBytes)),
    };
    if (taken.maxCount === 0 && taken.maxBytes === 0) continue;
    remaining = add(remaining, taken, -1);
    changed.push({ ...lender, borrowed: add(lender.borrowed, taken, -1) });
  }
  return remaining.maxCount <= 0 && remaining.maxBytes <= 0 ? changed : undefined;
}

/**
 * The writes that add an image to the live ones, or put it into its promised place, if the shards
 * are unchanged. `limit_exceeded` if all shards together have no room.
 */
export async function takeUnsavedPlace(
  client: DynamoDBDocumentClient,
  table: string,
  applicant: Applicant,
  { limits, now }: { readonly limits: TemporaryLimits; readonly now: number },
): Promise<Write[] | 'limit_exceeded'> {
  const { temporaryImageId: id, projectId, endsAtMs, bytes } = applicant;
  const own = unsavedShard(id);
  const place = async (shard: UnsavedShard, taken: TemporaryLimits): Promise<Write> => {
    const images = new Map(shard.images).set(id, { endsAtMs, bytes });
    return putShard(table, projectId, {
      ...shard,
      borrowed: add(shard.borrowed, taken, 1),
      images,
    });
  };
  const missingIn = (shard: UnsavedShard): TemporaryLimits => {
    const room = roomIn(shard, limits, id);
    return { maxCount: 1 - room.maxCount, maxBytes: bytes - room.maxBytes };
  };
  const first = await readShard(client, table, { projectId, now }, own);
  const missing = missingIn(first);
  if (missing.maxCount <= 0 && missing.maxBytes <= 0) {
    return [await place(first, { maxCount: 0, maxBytes: 0 })];
  }
  const all = await readAll(client, table, { projectId, now });
  const previous = all[own] ?? first;
  const short = missingIn(previous);
  const requested = {
    maxCount: Math.max(0, short.maxCount),
    maxBytes: Math.max(0, short.maxBytes),
  };
  const lenders = borrow(
    all.filter(({ shard }) => shard !== own),
    requested,
    limits,
  );
  if (!lenders) return 'limit_exceeded';
  return [
    await place(previous, requested),
    ...lenders.map((lender) => putShard(table, projectId, lender)),
  ];
}

/** Removes a saved one. */
export function removeUnsaved(table: string, projectId: string, id: TemporaryImageId): Write {
  return {
    Update: {
      TableName: table,
      Key: counterOf(projectId, unsavedShard(id)),
      UpdateExpression: 'REMOVE #id ADD changes :one',
      ExpressionAttributeNames: { '#id': id },
      ExpressionAttributeValues: { ':one': 1 },
    },
  };
}
