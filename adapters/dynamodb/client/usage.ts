import type { ShardSum, SharedCount } from './counter-shards.ts';
import type { Write } from './transactional-write.ts';

/** The two tables that pictures, renditions and their counts share transactions over. */
export interface ImageTables {
  readonly images: string;
  readonly usage: string;
}

const MONTH_COUNT_LIFE_MS = 400 * 24 * 3_600_000;

// the year before can still be looked up

/**
 * Seconds of the Unix epoch, as DynamoDB's time to live has them; it is late by up to days, so no
 * rule may lean on it.
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

/** When a month's count may go. */
export function monthCountEnd(now: number): number {
  return endsAt(now + MONTH_COUNT_LIFE_MS);
}

/**
 * In an account's counter: to which account a project was handed over, since when nothing of it is
 * counted here.
 */
export function movedAttribute(projectId: string): string {
  return `moved#${projectId}`;
}

const STAYS = 'attribute_not_exists(#moved)';

const namesOf = ({ projectId }: SharedCount) => ({
  '#project': projectId,
  '#moved': movedAttribute(projectId),
});

/** How much more a counter's item takes, and the sum of its shards that this leaves out. */
export interface Bound {
  readonly max: number;
  readonly shards: ShardSum;
}

const HAS_ROOM = '((attribute_not_exists(used) AND :room > :zero) OR used < :room)';

/** The parts of an update that keep a bound, and note the sum that it leaves out. */
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
 * One more of a counter and of the project's part in it, unless its bound is reached (null: it has
 * none) or the project was handed over.
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

/** One less of both, or so many, unless the project was handed over. */
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
 * Takes a project's part, if it is still what was read (null: none was ever counted), out of an
 * account's counter for good: it counts to `to`.
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

/** Says no longer of a project that it was handed over by this account. */
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
 * Counts a project's images to the account that it was handed over to, unless that makes more than
 * `max`, null: any number.
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
