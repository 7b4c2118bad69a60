import type { AnyImageId } from '../../core/images/ids.ts';
import type { Edition, Rendition, RenditionClaim } from '../../core/ports.ts';
import type { Write } from '../dynamodb-tables/write-together.ts';

/** What is stored of a rendition beside its key. */
export interface RenditionRow extends Edition {
  readonly state: 'making' | 'ready' | 'forgotten';
  readonly owner: string;
  readonly leaseUntil: number;
  readonly accountId: string;
  readonly projectId: string;
  /** Null where no unit is counted for it. */
  readonly countedMonth: string | null;
  readonly bytes?: number;
  readonly sha256?: string;
  readonly isOriginal?: boolean;
}

/** Every rendition's sort key begins with it. */
export const RENDITION_PART = 'rendition#';

/** The key of a rendition's record. */
export function renditionRowKey(
  id: AnyImageId,
  renditionKey: string,
): { id: string; part: string } {
  return { id, part: RENDITION_PART + renditionKey };
}

function renditionOf({ bytes = 0, sha256 = '', isOriginal = false }: RenditionRow): Rendition {
  return { bytes, sha256, isOriginal };
}

/** Whether the caller holds the lease of a row. */
export function isOwned(row: RenditionRow | undefined, claim: RenditionClaim): row is RenditionRow {
  return (
    row?.state === 'making' && row.owner === claim.owner && row.generation === claim.generation
  );
}

/** Whether a row holds a rendition of this edition. */
export function readyOf(row: RenditionRow | undefined, edition: Edition): Rendition | undefined {
  const { state, version, generation } = row ?? {};
  const isReady =
    state === 'ready' && version === edition.version && generation === edition.generation;
  return isReady && row ? renditionOf(row) : undefined;
}

/** Whether somebody else makes the same now. */
export function isHeld(row: RenditionRow, { owner, now, generation }: RenditionClaim): boolean {
  const isMaking = row.state === 'making' && now < row.leaseUntil;
  return isMaking && row.owner !== owner && row.generation === generation;
}

const NAMES = { '#state': 'state', '#owner': 'owner' };

/** What a lease says beside its claim: whose unit of which month it is counted as, and when a temporary picture's record may go. */
interface LeaseFacts {
  readonly countedMonth: string | null;
  readonly accountId: string;
  readonly endsAt?: number;
}

/** Gives the lease to the caller, if the row is still as it was read. */
export function leaseRow(
  table: string,
  claim: RenditionClaim,
  was: RenditionRow | undefined,
  { countedMonth, accountId, endsAt }: LeaseFacts,
): Write {
  const row: RenditionRow = {
    state: 'making',
    version: claim.version,
    generation: claim.generation,
    owner: claim.owner,
    leaseUntil: claim.now + claim.leaseMs,
    accountId,
    projectId: was?.projectId ?? claim.projectId,
    countedMonth,
  };
  const key = renditionRowKey(claim.imageId, claim.renditionKey);
  const Item = { ...key, ...row, ...(endsAt === undefined ? {} : { endsAt }) };
  if (!was) {
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
        ...{ ':state': was.state, ':owner': was.owner },
        ...{ ':lease': was.leaseUntil, ':version': was.version, ':generation': was.generation },
      },
    },
  };
}

const ownedCondition = (claim: RenditionClaim) => ({
  ConditionExpression: '#state = :making AND #owner = :owner AND generation = :generation',
  values: { ':making': 'making', ':owner': claim.owner, ':generation': claim.generation },
});

/** Marks the caller's row ready. */
export function finishRow(
  table: string,
  claim: RenditionClaim,
  { bytes, sha256, isOriginal }: Rendition,
  countedMonth: string | null,
): Write {
  const { ConditionExpression, values } = ownedCondition(claim);
  return {
    Update: {
      TableName: table,
      Key: renditionRowKey(claim.imageId, claim.renditionKey),
      UpdateExpression:
        'SET #state = :ready, countedMonth = :month, #bytes = :bytes, sha256 = :sha256, isOriginal = :original',
      ConditionExpression,
      ExpressionAttributeNames: { ...NAMES, '#bytes': 'bytes' },
      ExpressionAttributeValues: {
        ...{ ...values, ':ready': 'ready', ':month': countedMonth },
        ...{ ':bytes': bytes, ':sha256': sha256, ':original': isOriginal },
      },
    },
  };
}

/** Removes the caller's row. */
export function removeRow(table: string, claim: RenditionClaim): Write {
  const { ConditionExpression, values } = ownedCondition(claim);
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
