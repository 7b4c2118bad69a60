import type { DatabaseSync } from 'node:sqlite';
import { type AnyImageId, isImageId } from '../../../core/images/ids.ts';
import { isLeaseHeld } from '../../../core/images/lease.ts';
import {
  addTimeout,
  afterSuccess,
  noTimeouts,
  renditionBacksOffUntil,
} from '../../../core/images/rendition-back-off.ts';
import type {
  ClaimOutcome,
  Rendition,
  RenditionClaim,
  RenditionStore,
  Revision,
} from '../../../core/ports/images/rendition-store.ts';
import { freeMonth } from '../../../core/projects/counted-month.ts';
import { number, orNull, text, UnexpectedRowError, wordOf } from '../../rows/columns.ts';
import type { RecordRead } from '../../rows/read-row.ts';
import { fromReserve, inTransaction, withoutSync } from '../database/open-database.ts';
import { flag, sqliteRow, sqliteValue } from '../database/read-row.ts';
import { prepareTimeouts, prepareUnits } from './quota-units.ts';

const readRendition = sqliteRow('renditions', {
  version: number,
  generation: number,
  state: wordOf({ making: true, ready: true, forgotten: true }),
  owner: text,
  leaseUntil: number,
  accountId: text,
  projectId: text,
  /**
   * The month of its unit: counted, or reserved for the duration of the lease; null if it costs
   * none.
   */
  countedMonth: orNull(text),
  isCounted: flag,
  bytes: orNull(number),
  sha256: orNull(text),
  isOriginal: orNull(flag),
});
type RenditionRow = RecordRead<typeof readRendition>;

function renditionOf({ bytes, sha256, isOriginal }: RenditionRow): Rendition {
  if (bytes === null || sha256 === null || isOriginal === null) {
    throw new UnexpectedRowError('renditions', 'a whole rendition', 'without its bytes');
  }
  return { bytes, sha256, isOriginal };
}

/** For an image whose expiry doesn't matter. */
const ANY_TIME = 0;

/** The generation of an image that may be served at `now`; undefined if it may not. */
function prepareLiveGeneration(
  db: DatabaseSync,
): (id: AnyImageId, now: number) => number | undefined {
  const image = db.prepare(`SELECT generation FROM images WHERE image_id = ? AND state = 'saved'`);
  const temporary = db.prepare(
    `SELECT 0 AS generation FROM temporary_images
     WHERE temporary_image_id = ? AND state = 'temporary' AND expires_at > ?`,
  );
  return (id, now) => {
    const row = isImageId(id) ? image.get(id) : temporary.get(id, now);
    return row && sqliteValue('images', row, 'generation', number);
  };
}

function prepareRows(db: DatabaseSync) {
  const get = db.prepare('SELECT * FROM renditions WHERE image_id = ? AND rendition_key = ?');
  const count = db.prepare('SELECT count(*) AS count FROM renditions WHERE image_id = ?');
  const lease = db.prepare(
    `INSERT INTO renditions VALUES (?, ?, ?, 'making', ?, ?, ?, ?, NULL, NULL, NULL, ?, ?, ?)
     ON CONFLICT (image_id, rendition_key) DO UPDATE SET version = excluded.version,
       state = 'making', owner = excluded.owner, lease_until = excluded.lease_until,
       account_id = excluded.account_id, counted_month = excluded.counted_month,
       generation = excluded.generation, is_counted = excluded.is_counted`,
  );
  const finish = db.prepare(
    `UPDATE renditions SET state = 'ready', is_counted = 1, counted_month = ?, bytes = ?, sha256 = ?, is_original = ?
     WHERE image_id = ? AND rendition_key = ?`,
  );
  const remove = db.prepare('DELETE FROM renditions WHERE image_id = ? AND rendition_key = ?');
  const forget = db.prepare(
    `UPDATE renditions SET state = 'forgotten'
     WHERE image_id = ? AND rendition_key = ? AND state = 'ready'
       AND version = ? AND generation = ?`,
  );
  const forgetAll = db.prepare(
    `UPDATE renditions SET state = 'forgotten' WHERE image_id = ? AND state = 'ready'`,
  );
  const removeAll = db.prepare('DELETE FROM renditions WHERE image_id = ?');
  return {
    get: (id: AnyImageId, key: string) => readRendition(get.get(id, key)),
    count: (id: AnyImageId) => sqliteValue('renditions', count.get(id), 'count', number),
    /**
     * The unit belongs to an account in a month: an earlier rendition's unit stays counted there.
     */
    lease: (
      claim: RenditionClaim,
      unit: Pick<RenditionRow, 'accountId' | 'countedMonth' | 'isCounted'>,
    ) =>
      lease.run(
        claim.imageId,
        claim.renditionKey,
        claim.version,
        claim.owner,
        claim.now + claim.leaseMs,
        unit.accountId,
        unit.countedMonth,
        claim.projectId,
        claim.generation,
        unit.isCounted ? 1 : 0,
      ),
    finish: (claim: RenditionClaim, result: Rendition, countedMonth: string | null) =>
      finish.run(
        countedMonth,
        result.bytes,
        result.sha256,
        result.isOriginal ? 1 : 0,
        claim.imageId,
        claim.renditionKey,
      ),
    remove: (id: AnyImageId, key: string) => remove.run(id, key),
    forget: (id: AnyImageId, key: string, { version, generation }: Revision) =>
      forget.run(id, key, version, generation),
    forgetAll: (id: AnyImageId) => forgetAll.run(id),
    removeAll: (id: AnyImageId) => removeAll.run(id),
  };
}

function isOwned(row: RenditionRow | undefined, claim: RenditionClaim): row is RenditionRow {
  return (
    row?.state === 'making' && row.owner === claim.owner && row.generation === claim.generation
  );
}

/** A row's ready rendition of this revision. */
function readyOf(row: RenditionRow | undefined, revision: Revision): Rendition | undefined {
  const { state, version, generation } = row ?? {};
  const isReady =
    state === 'ready' && version === revision.version && generation === revision.generation;
  return isReady && row ? renditionOf(row) : undefined;
}

/** Whether another process makes the same rendition now. */
function isHeld(row: RenditionRow, claim: RenditionClaim): boolean {
  const isMaking = row.state === 'making' && isLeaseHeld(row.leaseUntil, claim);
  return isMaking && row.owner !== claim.owner && row.generation === claim.generation;
}

/** The month in which a claim costs no new unit; undefined if it costs one. */
function freeMonthOf(row: RenditionRow | undefined, claim: RenditionClaim) {
  if (claim.isFree) return null;
  return row?.isCounted ? freeMonth(row, claim) : undefined;
}

type Parts = ReturnType<typeof prepareParts>;

function prepareParts(db: DatabaseSync) {
  return {
    liveGeneration: prepareLiveGeneration(db),
    units: prepareUnits(db),
    rows: prepareRows(db),
    timeouts: prepareTimeouts(db),
  };
}

type Unit = Parameters<Parts['rows']['lease']>[1];
/** The outcome of a claim, and the unit to lease if it is granted. */
type Decision = Exclude<ClaimOutcome, { outcome: 'claimed' }> | { outcome: 'claimed'; unit: Unit };

function decide({ liveGeneration, units, rows, timeouts }: Parts, claim: RenditionClaim): Decision {
  const { imageId, now } = claim;
  const generation = liveGeneration(imageId, now);
  if (generation === undefined) return { outcome: 'image_gone' };
  if (generation !== claim.generation) return { outcome: 'outdated' };
  const row = rows.get(imageId, claim.renditionKey);
  const rendition = readyOf(row, claim);
  if (rendition) return { outcome: 'ready', rendition };
  if (row && isHeld(row, claim)) return { outcome: 'in_progress' };
  const until = renditionBacksOffUntil(timeouts.get(imageId), claim);
  if (now < until) return { outcome: 'backing_off', until };
  const free = freeMonthOf(row, claim);
  if (free !== undefined) {
    const { accountId } = row ?? claim;
    return { outcome: 'claimed', unit: { accountId, countedMonth: free, isCounted: true } };
  }
  const isFull = claim.maxRenditions !== null && rows.count(imageId) >= claim.maxRenditions;
  if (!row && isFull) return { outcome: 'rendition_limit_exceeded' };
  if (!units.hasRoom(claim)) return { outcome: 'quota_exceeded' };
  const { accountId, month: countedMonth } = claim;
  return { outcome: 'claimed', unit: { accountId, countedMonth, isCounted: false } };
}

function claimNow(parts: Parts, claim: RenditionClaim): ClaimOutcome {
  const decision = decide(parts, claim);
  if (decision.outcome !== 'claimed') return decision;
  parts.rows.lease(claim, decision.unit);
  return { outcome: 'claimed' };
}

function completeNow(
  { liveGeneration, units, rows, timeouts }: Parts,
  claim: RenditionClaim,
  result: Rendition,
): boolean {
  const { imageId, renditionKey, now } = claim;
  const row = rows.get(imageId, renditionKey);
  const generation = liveGeneration(imageId, now);
  if (!isOwned(row, claim) || generation !== claim.generation) return false;
  // its unit is free again, and may have another owner by now
  const isReserved = row.isCounted || isLeaseHeld(row.leaseUntil, claim);
  if (!isReserved && !units.hasRoom(claim)) return false;
  const slow = timeouts.get(imageId);
  const left = slow && afterSuccess(slow, claim);
  // a free one takes no unit over: the timeouts keep theirs
  if (claim.isFree && slow && slow.countedMonth !== null)
    timeouts.put(imageId, left ?? noTimeouts(slow, claim), slow);
  else if (left) timeouts.put(imageId, left, { ...row, countedMonth: null });
  else if (slow) timeouts.remove(imageId);
  if (slow && slow.countedMonth === row.countedMonth) units.giveBack(slow);
  // serving the stored image instead costs nothing (delivery.never-larger, quotas.transformations)
  if (result.isOriginal && row.isCounted) units.giveBack(row);
  if (!result.isOriginal && !row.isCounted) units.count(row);
  rows.finish(claim, result, result.isOriginal ? null : row.countedMonth);
  return true;
}

function releaseNow({ units, rows }: Parts, claim: RenditionClaim): RenditionRow | undefined {
  const row = rows.get(claim.imageId, claim.renditionKey);
  if (!isOwned(row, claim)) return undefined;
  if (row.isCounted) units.giveBack(row);
  rows.remove(claim.imageId, claim.renditionKey);
  return row;
}

function recordTimeoutNow(parts: Parts, claim: RenditionClaim): number {
  const { units, timeouts } = parts;
  const { imageId, renditionKey, isSmall, leaseMs, now } = claim;
  const row = releaseNow(parts, claim);
  if (!row) return now;
  const slow = timeouts.get(imageId);
  const begunAt = row.leaseUntil - leaseMs;
  const added = addTimeout(slow, { renditionKey, isSmall, begunAt, now });
  const isPaid = claim.isFree || slow?.countedMonth === claim.month || !units.hasRoom(claim);
  if (!isPaid) units.count({ ...row, countedMonth: claim.month });
  const { accountId, projectId } = row;
  const unit = { accountId, projectId, countedMonth: isPaid ? null : claim.month };
  timeouts.put(imageId, added, isPaid && slow ? slow : unit);
  return renditionBacksOffUntil(added, claim);
}

/** See createSqliteRenditionStore. */
export interface SqliteRenditionStore extends RenditionStore {
  /** The outcome that this claim would have now; nothing is written. */
  foresee(claim: RenditionClaim): ClaimOutcome['outcome'];
}

/**
 * Renditions and the count of transformations in SQLite; every method is one transaction. A
 * rendition can be made again, so its claim and its completion don't wait for the disk.
 */
export function createSqliteRenditionStore(db: DatabaseSync): SqliteRenditionStore {
  const parts = prepareParts(db);
  const { rows, timeouts } = parts;
  const unsynced = <T>(work: () => T): T => withoutSync(db, () => inTransaction(db, work));
  return {
    foresee: (claim) => decide(parts, claim).outcome,
    getRendition: async (id, key, revision) => readyOf(rows.get(id, key), revision),
    find: async ({ imageId, renditionKey, ...revision }) => ({
      ready: readyOf(rows.get(imageId, renditionKey), revision),
      mayReadAhead: false,
    }),
    peek: async (id, key) => {
      const row = rows.get(id, key);
      if (!row) return undefined;
      const { state, version, generation } = row;
      const countedMonth = row.isCounted ? row.countedMonth : null;
      return { isReady: state === 'ready', version, generation, countedMonth };
    },
    claim: async (claim) => unsynced(() => claimNow(parts, claim)),
    complete: async (claim, result) => unsynced(() => completeNow(parts, claim, result)),
    release: async (claim) => fromReserve(db, () => void releaseNow(parts, claim)),
    recordTimeout: async (claim) => inTransaction(db, () => recordTimeoutNow(parts, claim)),
    forget: async (id, key, revision) => void rows.forget(id, key, revision),
    forgetAll: async (id) =>
      fromReserve(db, () => {
        if (parts.liveGeneration(id, ANY_TIME) !== undefined) return void rows.forgetAll(id);
        rows.removeAll(id);
        timeouts.remove(id);
      }),
    // a repeated purge of the local edge costs nothing, so a read of an image needs no write
    noteAnswer: async () => undefined,
    lastAnswerEnd: async () => Infinity,
  };
}
