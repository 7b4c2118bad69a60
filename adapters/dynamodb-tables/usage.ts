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

/** The counter of an account's saved images. */
export function imagesCounter(accountId: string): string {
  return `images#${accountId}`;
}

/** The counter of an account's transformations in a month. */
export function transformationsCounter(accountId: string, month: string): string {
  return `transformations#${accountId}#${month}`;
}

/** When a month's count may go. */
export function monthCountEnd(now: number): number {
  return endsAt(now + MONTH_COUNT_LIFE_MS);
}

/** One more of a counter, unless there are `max` already; null: any number. */
export function countUp(table: string, counter: string, max: number | null, end?: number): Write {
  return {
    Update: {
      TableName: table,
      Key: { counter },
      UpdateExpression: `ADD used :one${end === undefined ? '' : ' SET endsAt = :end'}`,
      ...(max === null
        ? {}
        : { ConditionExpression: '(attribute_not_exists(used) AND :max > :zero) OR used < :max' }),
      ExpressionAttributeValues: {
        ':one': 1,
        ...(max === null ? {} : { ':max': max, ':zero': 0 }),
        ...(end === undefined ? {} : { ':end': end }),
      },
    },
  };
}

/** One less of a counter. */
export function countDown(table: string, counter: string): Write {
  return {
    Update: {
      TableName: table,
      Key: { counter },
      UpdateExpression: 'ADD used :less',
      ExpressionAttributeValues: { ':less': -1 },
    },
  };
}
