import { createHash } from 'node:crypto';
import { isLeaseHeld } from '../../../core/images/lease.ts';
import { number } from '../../rows/columns.ts';
import type { SharedCount } from './counter-shards.ts';
import { partIn } from './counter-shards.ts';
import { dynamoValue } from './read-item.ts';
import type { Write } from './transactional-write.ts';
import type { Bound } from './usage.ts';

/**
 * Reserved and not yet counted units of an exact counter. `used` includes them, their project's
 * share doesn't, and an attribute for each holds its expiry. A killed process leaves one behind:
 * readers ignore it after its expiry, and a claim at the bound gives it back.
 */
export const RESERVATION_PREFIX = 'making#';
/** Of one write; the next one does the rest. */
const MAX_GIVEN_BACK = 50;

type Item = Readonly<Record<string, unknown>>;

/** The attribute of the work on an image. */
export function reservationName(imageId: string, renditionKey: string): string {
  const hash = createHash('sha256').update(`${imageId}/${renditionKey}`).digest('base64url');
  return RESERVATION_PREFIX + hash.slice(0, 16);
}

function reservationsIn(item: Item): [string, number][] {
  const names = Object.keys(item).filter((name) => name.startsWith(RESERVATION_PREFIX));
  return names.map((name) => [name, dynamoValue('usage', item, name, number)]);
}

/** The counted units of an item, without reserved ones. */
export function countedIn(item: Item = {}): number {
  return partIn(item, 'used') - reservationsIn(item).length;
}

/** The expired ones, except `own`. */
export function lostReservations(
  item: Item,
  own: string,
  time: Parameters<typeof isLeaseHeld>[1],
): [string, number][] {
  const isLost = (until: number) => !isLeaseHeld(until, time);
  const lost = reservationsIn(item).filter(([name, until]) => name !== own && isLost(until));
  return lost.slice(0, MAX_GIVEN_BACK);
}

/** Gives those back, if each is unchanged since it was read. */
export function giveBackLost(counter: string, lost: readonly [string, number][]) {
  const places = lost.map((_, at) => `#r${at}`);
  return {
    Key: { counter },
    UpdateExpression: `ADD used :less REMOVE ${places.join(', ')}`,
    ConditionExpression: places.map((place, at) => `${place} = :r${at}`).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(lost.map(([name], at) => [`#r${at}`, name])),
    ExpressionAttributeValues: {
      ':less': -lost.length,
      ...Object.fromEntries(lost.map(([, until], at) => [`:r${at}`, until])),
    },
  };
}

interface Reservation {
  readonly name: string;
  readonly until: number;
}

/** Reserves a unit, unless the bound is reached, or prolongs the one of the same name. */
export function reserve(
  table: string,
  { counter }: SharedCount,
  { name, until }: Reservation,
  { bound, end, isHeld }: { readonly bound: Bound; readonly end: number; readonly isHeld: boolean },
): Write {
  const Update = { TableName: table, Key: { counter }, ExpressionAttributeNames: { '#r': name } };
  if (isHeld) {
    return {
      Update: {
        ...Update,
        UpdateExpression: 'SET #r = :until',
        ConditionExpression: 'attribute_exists(#r)',
        ExpressionAttributeValues: { ':until': until },
      },
    };
  }
  return {
    Update: {
      ...Update,
      UpdateExpression:
        'ADD used :one SET #r = :until, endsAt = :end, shardSum = :shards, shardSumAt = :at',
      ConditionExpression:
        'attribute_not_exists(#r) AND ((attribute_not_exists(used) AND :room > :zero) OR used < :room)',
      ExpressionAttributeValues: {
        ':one': 1,
        ':until': until,
        ':end': end,
        ':zero': 0,
        ':room': bound.max - bound.shards.sum,
        ':shards': bound.shards.sum,
        ':at': bound.shards.at,
      },
    },
  };
}

/** Counts the reserved unit to the project. */
export function countReserved(
  table: string,
  { counter, projectId }: SharedCount,
  name: string,
): Write {
  return {
    Update: {
      TableName: table,
      Key: { counter },
      UpdateExpression: 'ADD #project :one REMOVE #r',
      ConditionExpression: 'attribute_exists(#r)',
      ExpressionAttributeNames: { '#r': name, '#project': projectId },
      ExpressionAttributeValues: { ':one': 1 },
    },
  };
}

/** Frees the reserved unit, and a counted one of `projectId` with it if that is given. */
export function freeReserved(
  table: string,
  counter: string,
  name: string,
  projectId?: string,
): Write {
  const hasUnit = projectId !== undefined;
  return {
    Update: {
      TableName: table,
      Key: { counter },
      UpdateExpression: `ADD used :less${hasUnit ? ', #project :one' : ''} REMOVE #r`,
      ConditionExpression: 'attribute_exists(#r)',
      ExpressionAttributeNames: { '#r': name, ...(hasUnit ? { '#project': projectId } : {}) },
      ExpressionAttributeValues: {
        ':less': hasUnit ? -2 : -1,
        ...(hasUnit ? { ':one': -1 } : {}),
      },
    },
  };
}
