import type { ShardSum, SharedCount } from './counter-shards.ts';
import type { Write } from './transactional-write.ts';

/** The two tables whose images, renditions and counts share transactions. */
export interface ImageTables {
  readonly images: string;
  readonly usage: string;
}

const MONTH_COUNT_LIFE_MS = 400 * 24 * 3_600_000;

// the year before can still be read

/**
 * Seconds of the Unix epoch, as DynamoDB's time to live uses them. Its deletion is late by up to
 * days, so no rule may depend on it.
 */
export function endsAt(atMs: number): number {
  return Math.ceil(atMs / 1000);
}

interface Owner {
  readonly accountId: string;
  readonly projectId: string;
}

/** The counter of an account's saved images. */
export function imagesCounter({ accountId, projectId }: Owner): SharedCount {
  return { counter: `images#${accountId}`, projectId };
}

/** The counter of an account's transformations in a month. */
export function transformationsCounter(
  { accountId, projectId }: Owner,
  month: string,
): SharedCount {
  return { counter: `transformations#${accountId}#${month}`, projectId };
}

/** The expiry of a month's count. */
export function monthCountEnd(now: number): number {
  return endsAt(now + MONTH_COUNT_LIFE_MS);
}

/**
 * In an account's counter: the account to which a project was transferred; since then nothing of it
 * counts here.
 */
export function movedAttribute(projectId: string): string {
  return `moved#${projectId}`;
}

const STAYS = 'attribute_not_exists(#moved)';

const namesOf = ({ projectId }: SharedCount) => ({
  '#project': projectId,
  '#moved': movedAttribute(projectId),
});

/** The remaining units of a counter's item, and the sum of its shards that they exclude. */
export interface Bound {
  readonly max: number;
  readonly shards: ShardSum;
}

const HAS_ROOM = '((attribute_not_exists(used) AND :room > :zero) OR used < :room)';

/** The parts of an update that keep a bound, and record the excluded sum. */
function boundOf(bound: Bound | null, end: number | undefined) {
  const sets = [
    ...(end === undefined ? [] : ['endsAt = :end']),
    ...(bound ? ['shardSum = :shards', 'shardSumAt = :at'] : []),
  ];
  return {
    sets,
    values: {
      ...(end === undefined ? {} : { ':end': end }),
      ...(bound ? { ':room': bound.max - bound.shards.sum, ':zero': 0 } : {}),
      ...(bound ? { ':shards': bound.shards.sum, ':at': bound.shards.at } : {}),
    },
  };
}

/**
 * Adds one to a counter and to the project's share, unless its bound is reached (null: it has none)
 * or the project was transferred.
 */
export function countUp(
  table: string,
  count: SharedCount,
  bound: Bound | null,
  end?: number,
): Write {
  const { sets, values } = boundOf(bound, end);
  return {
    Update: {
      TableName: table,
      Key: { counter: count.counter },
      UpdateExpression: `ADD used :one, #project :one${sets.length > 0 ? ` SET ${sets.join(', ')}` : ''}`,
      ConditionExpression: bound ? `${STAYS} AND ${HAS_ROOM}` : STAYS,
      ExpressionAttributeNames: namesOf(count),
      ExpressionAttributeValues: { ':one': 1, ...values },
    },
  };
}

/** Subtracts one, or this number, from both, unless the project was transferred. */
export function countDown(table: string, count: SharedCount, less = 1): Write {
  return {
    Update: {
      TableName: table,
      Key: { counter: count.counter },
      UpdateExpression: 'ADD used :less, #project :less',
      ConditionExpression: STAYS,
      ExpressionAttributeNames: namesOf(count),
      ExpressionAttributeValues: { ':less': -less },
    },
  };
}

/**
 * Removes a project's share from an account's counter permanently, if it is unchanged since it was
 * read (null: none was ever counted). From then on it counts to `to`.
 */
export function movePartOut(
  table: string,
  { counter, projectId }: SharedCount,
  part: number | null,
  to: string,
): Write {
  return {
    Update: {
      TableName: table,
      Key: { counter },
      UpdateExpression: 'ADD used :less SET #moved = :to REMOVE #project',
      ConditionExpression: part === null ? 'attribute_not_exists(#project)' : '#project = :part',
      ExpressionAttributeNames: namesOf({ counter, projectId }),
      ExpressionAttributeValues: {
        ':less': -(part ?? 0),
        ':to': to,
        ...(part === null ? {} : { ':part': part }),
      },
    },
  };
}

/** Removes the mark that this account transferred a project. */
export function forgetMove(table: string, { counter, projectId }: SharedCount): Write {
  return {
    Update: {
      TableName: table,
      Key: { counter },
      UpdateExpression: 'REMOVE #moved',
      ExpressionAttributeNames: { '#moved': movedAttribute(projectId) },
    },
  };
}

/**
 * Counts a project's images to the account that received it, unless that exceeds `max`, null: any
 * number.
 */
export function moveImagesIn(
  table: string,
  owner: Owner,
  images: number,
  bound: Bound | null,
): Write {
  const { counter, projectId } = imagesCounter(owner);
  const room = bound && images > 0 ? bound.max - bound.shards.sum - images : null;
  return {
    Update: {
      TableName: table,
      Key: { counter },
      UpdateExpression: 'ADD used :images, #project :images REMOVE #moved',
      ...(room === null
        ? {}
        : {
            ConditionExpression: '(attribute_not_exists(used) AND :room >= :zero) OR used <= :room',
          }),
      ExpressionAttributeNames: namesOf({ counter, projectId }),
      ExpressionAttributeValues: {
        ':images': images,
        ...(room === null ? {} : { ':room': room, ':zero': 0 }),
      },
    },
  };
}
