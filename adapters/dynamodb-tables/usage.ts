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

/** One more of a counter and of the project's part in it, unless there are `max` already in all; null: any number. */
export function countUp(
  table: string,
  { counter, projectId }: SharedCount,
  max: number | null,
  end?: number,
): Write {
  return {
    Update: {
      TableName: table,
      Key: { counter },
      UpdateExpression: `ADD used :one, #project :one${end === undefined ? '' : ' SET endsAt = :end'}`,
      ...(max === null
        ? {}
        : { ConditionExpression: '(attribute_not_exists(used) AND :max > :zero) OR used < :max' }),
      ExpressionAttributeNames: { '#project': projectId },
      ExpressionAttributeValues: {
        ':one': 1,
        ...(max === null ? {} : { ':max': max, ':zero': 0 }),
        ...(end === undefined ? {} : { ':end': end }),
      },
    },
  };
}

/** One less of both. */
export function countDown(table: string, { counter, projectId }: SharedCount): Write {
  return {
    Update: {
      TableName: table,
      Key: { counter },
      UpdateExpression: 'ADD used :less, #project :less',
      ExpressionAttributeNames: { '#project': projectId },
      ExpressionAttributeValues: { ':less': -1 },
    },
  };
}
