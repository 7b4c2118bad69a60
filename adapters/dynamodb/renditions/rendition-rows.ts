import type { AnyImageId } from '../../../core/images/ids.ts';
import { isLeaseHeld } from '../../../core/images/lease.ts';
import type {
  Rendition,
  RenditionClaim,
  Revision,
} from '../../../core/ports/images/rendition-store.ts';
import {
  boolean,
  type ColumnsOf,
  number,
  optional,
  orNull,
  text,
  withDefault,
  wordOf,
} from '../../rows/columns.ts';
import { dynamoItem } from '../client/read-item.ts';
import type { Write } from '../client/transactional-write.ts';

/** The counter of a unit of quota. */
export interface CountedUnit {
  readonly accountId: string;
  readonly projectId: string;
  /** Null if it costs none. */
  readonly countedMonth: string | null;
  /**
   * The counter that holds it, counted or reserved; absent if it is the account's own, or none yet.
   */
  readonly countedIn?: string;
}

/** The columns of a unit, in the row of a rendition or of an image's timeouts. */
export const COUNTED_UNIT = {
  accountId: text,
  projectId: text,
  countedMonth: orNull(text),
  countedIn: optional(text),
} satisfies ColumnsOf<CountedUnit>;

/** The stored data of a rendition beside its key. */
export interface RenditionRow extends Revision, CountedUnit {
  readonly state: 'making' | 'ready' | 'forgotten';
  readonly owner: string;
  readonly leaseUntil: number;
  /** Whether its unit is counted, not just reserved; absent in claims from before reservations. */
  readonly isCounted?: boolean;
  readonly bytes?: number;
  readonly sha256?: string;
  readonly isOriginal?: boolean;
  /** For a temporary image's: its expiry, in seconds of the Unix epoch. */
  readonly endsAt?: number;
  /** It is under the image's own key, to which renderers no longer write. */
  readonly isFormer?: boolean;
}

/** The rendition in an item. */
export const rowOfItem = dynamoItem('images', {
  ...COUNTED_UNIT,
  // rows may be older than projects' shares and generations
  projectId: withDefault(text, ''),
  version: number,
  generation: withDefault(number, 0),
  state: wordOf<RenditionRow['state']>({ making: true, ready: true, forgotten: true }),
  owner: text,
  leaseUntil: number,
  isCounted: optional(boolean),
  bytes: optional(number),
  sha256: optional(text),
  isOriginal: optional(boolean),
  endsAt: optional(number),
} satisfies ColumnsOf<Omit<RenditionRow, 'isFormer'>>);

/** Every rendition's sort key begins with it. */
export const RENDITION_PART = 'rendition#';

/** The partition key of all data of an image's renditions, separate from its record. */
export function renditionsOf(id: AnyImageId): string {
  return `renditions#${id}`;
}

/** The key of a rendition's record. */
export function renditionRowKey(
  id: AnyImageId,
  renditionKey: string,
): { id: string; part: string } {
  return { id: renditionsOf(id), part: RENDITION_PART + renditionKey };
}

/** Its place before renditions had a separate partition key. */
export function formerRowKey(id: AnyImageId, renditionKey: string): { id: string; part: string } {
  return { id, part: RENDITION_PART + renditionKey };
}

function renditionOf({ bytes = 0, sha256 = '', isOriginal = false }: RenditionRow): Rendition {
  return { bytes, sha256, isOriginal };
}

/** Whether the caller holds the lease of a row. */
export function isOwned(row: RenditionRow | undefined, claim: RenditionClaim): row is RenditionRow {
  const isTheirs = row?.owner === claim.owner && row.generation === claim.generation;
  return isTheirs && row.state === 'making' && !row.isFormer;
}

/** Whether a row holds a rendition of this revision. */
export function readyOf(row: RenditionRow | undefined, revision: Revision): Rendition | undefined {
  const { state, version, generation } = row ?? {};
  const isReady =
    state === 'ready' && version === revision.version && generation === revision.generation;
  return isReady && row ? renditionOf(row) : undefined;
}

/** Whether another process makes the same rendition now. */
export function isHeld(row: RenditionRow, claim: RenditionClaim): boolean {
  const isMaking = row.state === 'making' && isLeaseHeld(row.leaseUntil, claim);
  return isMaking && row.owner !== claim.owner && row.generation === claim.generation;
}

/** Whether the row's unit is counted. */
export function hasCounted({ isCounted = true }: RenditionRow): boolean {
  return isCounted;
}

const NAMES = { '#state': 'state', '#owner': 'owner' };

/**
 * The fields of a lease beside its claim: its unit, and the expiry of a temporary image's record.
 */
interface LeaseFacts extends CountedUnit {
  readonly isCounted: boolean;
  readonly endsAt?: number;
}

/** Gives the lease to the caller, if the row is unchanged since it was read. */
export function leaseRow(
  table: string,
  claim: RenditionClaim,
  previous: RenditionRow | undefined,
  facts: LeaseFacts,
): Write {
  const row: RenditionRow = {
    state: 'making',
    version: claim.version,
    generation: claim.generation,
    owner: claim.owner,
    leaseUntil: claim.now + claim.leaseMs,
    ...facts,
  };
  const Item = { ...renditionRowKey(claim.imageId, claim.renditionKey), ...row };
  if (!previous || previous.isFormer) {
    return { Put: { TableName: table, Item, ConditionExpression: 'attribute_not_exists(id)' } };
  }
  return {
    Put: {
      TableName: table,
      Item,
      ConditionExpression:
        '#state = :state AND #owner = :owner AND leaseUntil = :lease AND version = :version AND generation = :generation',
      ExpressionAttributeNames: NAMES,
      ExpressionAttributeValues: {
        ':state': previous.state,
        ':owner': previous.owner,
        ':lease': previous.leaseUntil,
        ':version': previous.version,
        ':generation': previous.generation,
      },
    },
  };
}

const ownedCondition = (claim: RenditionClaim, state: RenditionRow['state'] = 'making') => ({
  ConditionExpression: '#state = :is AND #owner = :owner AND generation = :generation',
  values: { ':is': state, ':owner': claim.owner, ':generation': claim.generation },
});

/** Marks the caller's row ready, with its present unit. */
export function finishRow(
  table: string,
  claim: RenditionClaim,
  { bytes, sha256, isOriginal }: Rendition,
  { countedMonth, countedIn, accountId, projectId }: CountedUnit,
): Write {
  const { ConditionExpression, values } = ownedCondition(claim);
  const place = countedIn === undefined ? ' REMOVE countedIn' : ', countedIn = :in';
  return {
    Update: {
      TableName: table,
      Key: renditionRowKey(claim.imageId, claim.renditionKey),
      UpdateExpression: `SET #state = :ready, isCounted = :true, countedMonth = :month, accountId = :account, projectId = :project, #bytes = :bytes, sha256 = :sha256, isOriginal = :original${place}`,
      ConditionExpression,
      ExpressionAttributeNames: { ...NAMES, '#bytes': 'bytes' },
      ExpressionAttributeValues: {
        ...values,
        ':ready': 'ready',
        ':true': true,
        ':month': countedMonth,
        ':account': accountId,
        ':project': projectId,
        ':bytes': bytes,
        ':sha256': sha256,
        ':original': isOriginal,
        ...(countedIn === undefined ? {} : { ':in': countedIn }),
      },
    },
  };
}

/** Removes the caller's row, which is in progress or, if that turned out to be in vain, ready. */
export function removeRow(
  table: string,
  claim: RenditionClaim,
  state: 'making' | 'ready' = 'making',
): Write {
  const { ConditionExpression, values } = ownedCondition(claim, state);
  return {
    Delete: {
      TableName: table,
      Key: renditionRowKey(claim.imageId, claim.renditionKey),
      ConditionExpression,
      ExpressionAttributeNames: NAMES,
      ExpressionAttributeValues: values,
    },
  };
}
