import type { Write } from './write-together.ts';

/** The two tables that pictures, renditions and their counts share transactions over. */
export interface PictureTables {
  readonly images: string;
  readonly usage: string;
}

const MONTH_COUNT_LIFE_MS = 400 * 24 * 3_600_000; // the year before can still be looked up

/** Seconds of the Unix epoch, as DynamoDB's time to live has them; it is late by up to days, so no rule may lean on it. */
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

/** A counter of an account, with the part of it that each of its projects has under the project's id. */
export interface SharedCount {
  readonly counter: string;
  readonly projectId: string;
}

/** In an account's counter: to which account a project was handed over, since when nothing of it is counted here. */
export function movedAttribute(projectId: string): string {
  return `moved#${projectId}`;
}

const STAYS = 'attribute_not_exists(#moved)';
const namesOf = ({ projectId }: SharedCount) => ({
  '#project': projectId,
  '#moved': movedAttribute(projectId),
});

/** One more of a counter and of the project's part in it, unless there are `max` already in all (null: any number) or the project was handed over. */
export function countUp(
  table: string,
  count: SharedCount,
  max: number | null,
  end?: number,
): Write {
  const isRoom = '((attribute_not_exists(used) AND :max > :zero) OR used < :max)';
  return {
    Update: {
      TableName: table,
      Key: { counter: count.counter },
      UpdateExpression: `ADD used :one, #project :one${end === undefined ? '' : ' SET endsAt = :end'}`,
      ConditionExpression: max === null ? STAYS : `${STAYS} AND ${isRoom}`,
      ExpressionAttributeNames: namesOf(count),
      ExpressionAttributeValues: {
        ':one': 1,
        ...(max === null ? {} : { ':max': max, ':zero': 0 }),
        ...(end === undefined ? {} : { ':end': end }),
      },
    },
  };
}

/** One less of both, unless the project was handed over. */
export function countDown(table: string, count: SharedCount): Write {
  return {
    Update: {
      TableName: table,
      Key: { counter: count.counter },
      UpdateExpression: 'ADD used :less, #project :less',
      ConditionExpression: STAYS,
      ExpressionAttributeNames: namesOf(count),
      ExpressionAttributeValues: { ':less': -1 },
    },
  };
}

/** Takes a project's images, if they are still as many as were read (null: none was ever counted), out of an account's count for good: they count to `to`. */
export function moveImagesOut(
  table: string,
  owner: Owner,
  images: number | null,
  to: string,
): Write {
  const { counter, projectId } = imagesCounter(owner);
  return {
    Update: {
      TableName: table,
      Key: { counter },
      UpdateExpression: 'ADD used :less SET #moved = :to REMOVE #project',
      ConditionExpression:
        images === null ? 'attribute_not_exists(#project)' : '#project = :images',
      ExpressionAttributeNames: namesOf({ counter, projectId }),
      ExpressionAttributeValues: {
        ...{ ':less': -(images ?? 0), ':to': to },
        ...(images === null ? {} : { ':images': images }),
      },
    },
  };
}

/** Counts a project's images to the account that it was handed over to, unless that makes more than `max`, null: any number. */
export function moveImagesIn(
  table: string,
  owner: Owner,
  images: number,
  max: number | null,
): Write {
  const { counter, projectId } = imagesCounter(owner);
  const isBound = max !== null && images > 0;
  return {
    Update: {
      TableName: table,
      Key: { counter },
      UpdateExpression: 'ADD used :images, #project :images REMOVE #moved',
      ...(isBound
        ? {
            ConditionExpression: '(attribute_not_exists(used) AND :room >= :zero) OR used <= :room',
          }
        : {}),
      ExpressionAttributeNames: namesOf({ counter, projectId }),
      ExpressionAttributeValues: {
        ':images': images,
        ...(isBound ? { ':room': max - images, ':zero': 0 } : {}),
      },
    },
  };
}
