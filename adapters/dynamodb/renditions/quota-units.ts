import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { RenditionClaim } from '../../../core/ports/images/rendition-store.ts';
import { conditionalWrite } from '../client/conditional-write.ts';
import type { SharedCount } from '../client/counter-shards.ts';
import { partIn, readShardSum, type ShardSum, shardFor } from '../client/counter-shards.ts';
import {
  countReserved,
  freeReserved,
  giveBackLost,
  lostReservations,
  reservationName,
  reserve,
} from '../client/reservations.ts';
import { withRetry } from '../client/retry.ts';
import type { Write } from '../client/transactional-write.ts';
import { countDown, countUp, monthCountEnd, transformationsCounter } from '../client/usage.ts';
import { type CountedUnit, hasCounted, type RenditionRow } from './rendition-rows.ts';

/** The counter of a bounded plan as a claim reads it. */
export interface FoundCounter {
  readonly count: SharedCount;
  readonly item: Readonly<Record<string, unknown>>;
  readonly shards: ShardSum;
}

const nameOf = ({ imageId, renditionKey }: RenditionClaim) =>
  reservationName(imageId, renditionKey);
const placeOf = ({ imageId, renditionKey }: RenditionClaim) => `${imageId}/${renditionKey}`;

/** The exact counter of an account's month; empty before its first unit. */
export async function readCounter(
  client: DynamoDBDocumentClient,
  table: string,
  place: Pick<RenditionClaim, 'accountId' | 'projectId' | 'month'>,
): Promise<FoundCounter['item']> {
  const { counter } = transformationsCounter(place, place.month);
  const key = { TableName: table, Key: { counter }, ConsistentRead: true };
  const { Item: item = {} } = await withRetry(() => client.send(new GetCommand(key)));
  return item;
}

/**
 * The counter in which a claim's unit is reserved, from its item. Undefined for a plan without a
 * bound and for a free claim, which reserve none.
 */
export async function findCounter(
  client: DynamoDBDocumentClient,
  table: string,
  claim: RenditionClaim,
  item: FoundCounter['item'],
): Promise<FoundCounter | undefined> {
  if (claim.maxTransformations === null || claim.isFree) return undefined;
  const count = transformationsCounter(claim, claim.month);
  const shards = await readShardSum(client, table, count, { item, now: claim.now });
  return { count, item, shards };
}

/** Whether a unit is left for the claim, or is already reserved for it. */
export function hasUnit({ item, shards }: FoundCounter, claim: RenditionClaim): boolean {
  const used = partIn(item, 'used') + shards.sum;
  return item[nameOf(claim)] !== undefined || used < (claim.maxTransformations ?? Infinity);
}

/** Gives back the expired reservations of killed processes; false if there was none. */
export async function giveBackKilled(
  client: DynamoDBDocumentClient,
  TableName: string,
  { count, item }: FoundCounter,
  claim: RenditionClaim,
): Promise<boolean> {
  const lost = lostReservations(item, nameOf(claim), claim);
  if (lost.length === 0) return false;
  const command = new UpdateCommand({ TableName, ...giveBackLost(count.counter, lost) });
  // without effect where another process did, or prolonged one
  await conditionalWrite(() => client.send(command));
  return true;
}

/** Reserves the unit of a claim. */
export function reserveUnit(table: string, found: FoundCounter, claim: RenditionClaim): Write {
  const name = nameOf(claim);
  const { count, item, shards } = found;
  const bound = { max: claim.maxTransformations ?? Infinity, shards };
  const how = { bound, end: monthCountEnd(claim.now), isHeld: item[name] !== undefined };
  return reserve(table, count, { name, until: claim.now + claim.leaseMs }, how);
}

const counterOf = ({ accountId, projectId, countedMonth, countedIn }: CountedUnit): SharedCount =>
  countedIn === undefined
    ? transformationsCounter({ accountId, projectId }, countedMonth ?? '')
    : { counter: countedIn, projectId };

const isReserved = (row: RenditionRow): boolean => !hasCounted(row) && row.countedIn !== undefined;

/** Removes a counted unit. */
export function uncount(table: string, unit: CountedUnit | undefined): Write[] {
  if (!unit || unit.countedMonth === null) return [];
  return [countDown(table, counterOf(unit))];
}

/** Gives back a row's unit, counted or reserved; a lost reservation needs nothing. */
export function giveBackUnit(
  table: string,
  row: RenditionRow,
  claim: RenditionClaim,
  isLost: boolean,
): Write[] {
  if (hasCounted(row)) return uncount(table, row);
  if (!isReserved(row) || isLost) return [];
  return [freeReserved(table, counterOf(row).counter, nameOf(claim))];
}

/**
 * Counts a row's reserved unit, or one that its plan needn't reserve, and answers its new state.
 */
export function countUnit(
  table: string,
  row: RenditionRow,
  claim: RenditionClaim,
): { readonly writes: readonly Write[]; readonly unit: CountedUnit } {
  const { accountId, projectId, countedMonth } = row;
  const unit = { accountId, projectId, countedMonth };
  if (hasCounted(row)) {
    const { countedIn } = row;
    return { writes: [], unit: countedIn === undefined ? unit : { ...unit, countedIn } };
  }
  if (isReserved(row)) {
    const count = counterOf(row);
    const writes = [countReserved(table, count, nameOf(claim))];
    return { writes, unit: { ...unit, countedIn: count.counter } };
  }
  const count = shardFor(transformationsCounter(row, countedMonth ?? ''), placeOf(claim));
  const writes = [countUp(table, count, null, monthCountEnd(claim.now))];
  return { writes, unit: { ...unit, countedIn: count.counter } };
}

/** Gives back two counted units, which may be in one counter. */
function uncountBoth(table: string, unit: CountedUnit, other: CountedUnit): Write[] {
  const [first, second] = [counterOf(unit), counterOf(other)];
  const isSame = first.counter === second.counter && unit.countedMonth !== null;
  if (isSame && other.countedMonth !== null) return [countDown(table, first, 2)];
  return [...uncount(table, unit), ...uncount(table, other)];
}

/**
 * Gives back a row's unit together with the unit of its image's timeouts, which may be in the same
 * counter.
 */
function giveBackBoth(
  table: string,
  row: RenditionRow,
  claim: RenditionClaim,
  unit: CountedUnit,
): Write[] {
  if (hasCounted(row)) return uncountBoth(table, row, unit);
  const { counter, projectId } = counterOf(unit);
  if (!isReserved(row) || counterOf(row).counter !== counter) {
    return [...giveBackUnit(table, row, claim, false), ...uncount(table, unit)];
  }
  return [freeReserved(table, counter, nameOf(claim), projectId)];
}

/**
 * The final units of a ready rendition and of its image's timeouts in the same month: at most one
 * of both stays counted. None stays counted if the stored image is served instead
 * (delivery.never-larger, quotas.transformations).
 */
export function settleUnit(
  table: string,
  row: RenditionRow,
  claim: RenditionClaim,
  { spare, isFree }: { readonly spare: CountedUnit | undefined; readonly isFree: boolean },
): { readonly writes: readonly Write[]; readonly unit: CountedUnit } {
  if (isFree) {
    const { accountId, projectId } = row;
    const writes = spare
      ? giveBackBoth(table, row, claim, spare)
      : giveBackUnit(table, row, claim, false);
    return { writes, unit: { accountId, projectId, countedMonth: null } };
  }
  if (!spare) return countUnit(table, row, claim);
  if (hasCounted(row)) return { writes: uncount(table, spare), unit: row };
  return { writes: giveBackUnit(table, row, claim, false), unit: spare };
}
