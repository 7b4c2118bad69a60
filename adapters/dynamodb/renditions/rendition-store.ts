import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { renditionBacksOffUntil } from '../../../core/images/rendition-back-off.ts';
import type {
  ClaimOutcome,
  FoundRendition,
  RenditionClaim,
  RenditionStore,
} from '../../../core/ports/images/rendition-store.ts';
import { freeMonth } from '../../../core/projects/counted-month.ts';
import { type Patience, untilAnswered } from '../client/retry.ts';
import { type Write, writeTransaction } from '../client/transactional-write.ts';
import type { ImageTables } from '../client/usage.ts';
import { createDynamoRecords } from '../images/image-records.ts';
import { createDynamoAnswers } from './answer-notes.ts';
import { createComplete, createRelease, createTimeout } from './end-claims.ts';
import { forgetFormerRow, forgetReadyRows, forgetRow, removeAllRows } from './forget-renditions.ts';
import { countRendition, timeoutsOf } from './image-row.ts';
import {
  claimedImageOf,
  type Known,
  type Parts,
  type Recall,
  type Recalled,
  readKnown,
  readRow,
} from './known-renditions.ts';
import {
  type FoundCounter,
  findCounter,
  giveBackKilled,
  hasUnit,
  readCounter,
  reserveUnit,
} from './quota-units.ts';
import {
  hasCounted,
  isHeld,
  leaseRow,
  type RenditionRow,
  readyOf,
  renditionRowKey,
} from './rendition-rows.ts';

function findAnswer(
  { row, notes, image: { liveUntil, generation } }: Known,
  claim: RenditionClaim,
): ClaimOutcome | undefined {
  if (claim.now >= liveUntil) return { outcome: 'image_gone' };
  if (generation !== claim.generation) return { outcome: 'outdated' };
  const rendition = readyOf(row, claim);
  if (rendition) return { outcome: 'ready', rendition };
  if (row && isHeld(row, claim)) return { outcome: 'in_progress' };
  const until = renditionBacksOffUntil(timeoutsOf(notes), claim);
  if (claim.now < until) return { outcome: 'backing_off', until };
  const isFull = claim.maxRenditions !== null && (notes.renditions ?? 0) >= claim.maxRenditions;
  return !row && isFull ? { outcome: 'rendition_limit_exceeded' } : undefined;
}

/** The month in which a claim costs no new unit; undefined if it costs one. */
function freeMonthOf(row: RenditionRow | undefined, claim: RenditionClaim) {
  if (claim.isFree) return null;
  return row && hasCounted(row) ? freeMonth(row, claim) : undefined;
}

/** The row and, if it costs one, the unit; and the place of a temporary image's new rendition. */
function claimingWrites(
  tables: ImageTables,
  claim: RenditionClaim,
  { row, image: { endsAt } }: Known,
  found: FoundCounter | undefined,
): Write[] {
  const { maxRenditions, accountId, projectId, month } = claim;
  const free = freeMonthOf(row, claim);
  const kept = maxRenditions === null || endsAt === undefined ? {} : { endsAt };
  const place =
    row || maxRenditions === null
      ? []
      : [countRendition(tables.images, claim.imageId, { max: maxRenditions, endsAt })];
  if (free !== undefined) {
    const { countedIn } = row ?? {};
    const owner = row ?? claim;
    const unit = { accountId: owner.accountId, projectId: owner.projectId, countedMonth: free };
    const facts = { ...unit, ...(countedIn === undefined ? {} : { countedIn }), isCounted: true };
    return [leaseRow(tables.images, claim, row, { ...facts, ...kept }), ...place];
  }
  const unit = { accountId, projectId, countedMonth: month, isCounted: false };
  const countedIn = found ? { countedIn: found.count.counter } : {};
  return [
    leaseRow(tables.images, claim, row, { ...unit, ...countedIn, ...kept }),
    ...place,
    ...(found ? [reserveUnit(tables.usage, found, claim)] : []),
  ];
}

type Place = Parameters<RenditionStore['find']>[0];

/** All that a claim needs, read together. */
async function readForClaim(parts: Parts, place: Place): Promise<Recalled> {
  const [known, counter] = await Promise.all([
    readKnown(parts, place),
    readCounter(parts.client, parts.tables.usage, place),
  ]);
  return { ...known, counter };
}

function createClaim(parts: Parts, recall: Recall): RenditionStore['claim'] {
  const { client, tables } = parts;
  const attempt = async (claim: RenditionClaim, known: Recalled, patience?: Patience) => {
    const answer = findAnswer(known, claim);
    if (answer) return answer;
    const found = await findCounter(client, tables.usage, claim, known.counter);
    const isFree = freeMonthOf(known.row, claim) !== undefined;
    if (!isFree && found && !hasUnit(found, claim)) {
      const isRoom = await giveBackKilled(client, tables.usage, found, claim);
      return isRoom ? undefined : ({ outcome: 'quota_exceeded' } as const);
    }
    const writes = claimingWrites(tables, claim, known, found);
    const failed = await writeTransaction(client, writes, patience);
    return failed.size === 0 ? ({ outcome: 'claimed' } as const) : undefined; // else read again
  };
  return async (claim, found) => {
    const recalled = recall(found);
    const first = recalled && (await attempt(claim, recalled));
    // its write proves it; a refusal is read again
    if (first?.outcome === 'claimed') return first;
    return untilAnswered<ClaimOutcome>(async (patience) =>
      attempt(claim, await readForClaim(parts, claim), patience),
    );
  };
}

/** Finds renditions, and remembers the items that it read of each. */
function createFind(parts: Parts): { find: RenditionStore['find']; recall: Recall } {
  const memory = new WeakMap<FoundRendition, Recalled>();
  return {
    find: async (place) => {
      const read = await readForClaim(parts, place);
      const ready = readyOf(read.row, place);
      const found = { ready, mayReadAhead: read.row?.state !== 'making' };
      memory.set(found, read);
      return found;
    },
    recall: (found) => found && memory.get(found),
  };
}

/** Renditions and the count of transformations in DynamoDB; every write is one transaction. */
export function createDynamoRenditionStore(
  client: DynamoDBDocumentClient,
  tables: ImageTables,
): RenditionStore {
  const parts = { client, tables, records: createDynamoRecords(client, tables.images) };
  const { find, recall } = createFind(parts);
  return {
    getRendition: async (id, key, revision) => readyOf(await readRow(parts, id, key), revision),
    peek: async (id, key) => {
      const row = await readRow(parts, id, key);
      if (!row) return undefined;
      const { state, version, generation } = row;
      const countedMonth = hasCounted(row) ? row.countedMonth : null;
      return { isReady: state === 'ready', version, generation, countedMonth };
    },
    find,
    claim: createClaim(parts, recall),
    complete: createComplete(parts, recall),
    release: createRelease(parts),
    recordTimeout: createTimeout(parts),
    forget: async (id, key, revision) => {
      if (await forgetRow(client, tables.images, renditionRowKey(id, key), revision)) return;
      const row = await readRow(parts, id, key);
      if (!row?.isFormer || !readyOf(row, revision)) return;
      await forgetFormerRow(client, tables.images, id, { key, row });
    },
    forgetAll: async (id) => {
      const item = await parts.records.item(id);
      const isThere = claimedImageOf(id, item).liveUntil > 0;
      await (isThere ? forgetReadyRows : removeAllRows)(client, tables.images, id);
    },
    ...createDynamoAnswers(client, tables.images),
  };
}
