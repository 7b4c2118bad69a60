import type { DatabaseSync } from 'node:sqlite';
import { type AnyImageId, isImageId } from '../../core/images/ids.ts';
import type {
  ClaimOutcome,
  Edition,
  Rendition,
  RenditionClaim,
  RenditionStore,
} from '../../core/ports.ts';
import { freeMonth } from '../../core/projects/free-month.ts';
import { fromReserve, inTransaction } from '../sqlite-database/open-database.ts';

interface RenditionRow extends Edition {
  readonly state: 'making' | 'ready' | 'forgotten';
  readonly owner: string;
  readonly lease_until: number;
  readonly account_id: string;
  readonly project_id: string;
  /** Null where no unit is counted for it. */
  readonly counted_month: string | null;
  readonly bytes: number;
  readonly sha256: string;
  readonly is_original: number;
}

function renditionOf({ bytes, sha256, is_original }: RenditionRow): Rendition {
  return { bytes, sha256, isOriginal: is_original === 1 };
}

/** For a picture whose end by the clock doesn't matter. */
const ANY_TIME = 0;

/** The generation of a picture that is still to be served at `now`; undefined where it isn't. */
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
    return (row as { generation: number } | undefined)?.generation;
  };
}

function prepareUnits(db: DatabaseSync) {
  const start = db.prepare(
    'INSERT INTO month_counts VALUES (?, ?, 0) ON CONFLICT (account_id, month) DO NOTHING',
  );
  const countUp = db.prepare(
    `UPDATE month_counts SET transformations = transformations + 1
     WHERE account_id = ? AND month = ? AND (? IS NULL OR transformations < ?)`,
  );
  const countDown = db.prepare(
    `UPDATE month_counts SET transformations = transformations - 1
     WHERE account_id = ? AND month = ?`,
  );
  const countProject = db.prepare(
    `INSERT INTO project_month_counts VALUES (?, ?, ?, ?) ON CONFLICT (account_id, project_id, month)
     DO UPDATE SET transformations = transformations + excluded.transformations`,
  );
  return {
    /** Counts one unit; false where the month's are used up. */
    take({ accountId, projectId, month, maxTransformations: max }: RenditionClaim): boolean {
      start.run(accountId, month);
      if (countUp.run(accountId, month, max, max).changes === 0) return false;
      countProject.run(accountId, projectId, month, 1);
      return true;
    },
    giveBack({ account_id, project_id, counted_month }: RenditionRow): void {
      if (counted_month === null) return;
      countDown.run(account_id, counted_month);
      countProject.run(account_id, project_id, counted_month, -1);
    },
  };
}

function prepareRows(db: DatabaseSync) {
  const get = db.prepare('SELECT * FROM renditions WHERE image_id = ? AND rendition_key = ?');
  const count = db.prepare('SELECT count(*) AS count FROM renditions WHERE image_id = ?');
  const lease = db.prepare(
    `INSERT INTO renditions VALUES (?, ?, ?, 'making', ?, ?, ?, ?, NULL, NULL, NULL, ?, ?)
     ON CONFLICT (image_id, rendition_key) DO UPDATE SET version = excluded.version,
       state = 'making', owner = excluded.owner, lease_until = excluded.lease_until,
       account_id = excluded.account_id, counted_month = excluded.counted_month, generation = excluded.generation`,
  );
  const finish = db.prepare(
    `UPDATE renditions SET state = 'ready', counted_month = ?, bytes = ?, sha256 = ?, is_original = ?
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
    get: (id: AnyImageId, key: string) => get.get(id, key) as RenditionRow | undefined,
    count: (id: AnyImageId) => (count.get(id) as { count: number }).count,
    /** The unit is that of an account in a month: what an earlier claim counted stays counted where it was. */
    lease: (claim: RenditionClaim, countedMonth: string | null, accountId = claim.accountId) =>
      lease.run(
        ...[claim.imageId, claim.renditionKey, claim.version, claim.owner],
        ...[claim.now + claim.leaseMs, accountId, countedMonth, claim.projectId],
        claim.generation,
      ),
    finish: (claim: RenditionClaim, made: Rendition, countedMonth: string | null) =>
      finish.run(
        ...[countedMonth, made.bytes, made.sha256, made.isOriginal ? 1 : 0],
        ...[claim.imageId, claim.renditionKey],
      ),
    remove: (id: AnyImageId, key: string) => remove.run(id, key),
    forget: (id: AnyImageId, key: string, { version, generation }: Edition) =>
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

/** What a row holds ready of this edition. */
function readyOf(row: RenditionRow | undefined, edition: Edition): Rendition | undefined {
  const { state, version, generation } = row ?? {};
  const isReady =
    state === 'ready' && version === edition.version && generation === edition.generation;
  return isReady && row ? renditionOf(row) : undefined;
}

/** Whether somebody else makes the same now. */
function isHeld(row: RenditionRow, { owner, now, generation }: RenditionClaim): boolean {
  const isMaking = row.state === 'making' && now < row.lease_until;
  return isMaking && row.owner !== owner && row.generation === generation;
}

/** Renditions and the count of transformations in SQLite; every method is one transaction, committed to disk. */
export function createSqliteRenditionStore(db: DatabaseSync): RenditionStore {
  const liveGeneration = prepareLiveGeneration(db);
  const units = prepareUnits(db);
  const rows = prepareRows(db);

  const claimNow = (claim: RenditionClaim): ClaimOutcome => {
    const generation = liveGeneration(claim.imageId, claim.now);
    if (generation === undefined) return { outcome: 'image_gone' };
    if (generation !== claim.generation) return { outcome: 'outdated' };
    const row = rows.get(claim.imageId, claim.renditionKey);
    const rendition = readyOf(row, claim);
    if (rendition) return { outcome: 'ready', rendition };
    if (row && isHeld(row, claim)) return { outcome: 'in_progress' };
    const free = row && freeMonth({ version: row.version, countedMonth: row.counted_month }, claim);
    if (free !== undefined) {
      rows.lease(claim, free, row?.account_id);
      return { outcome: 'claimed' };
    }
    const isFull = claim.maxRenditions !== null && rows.count(claim.imageId) >= claim.maxRenditions;
    if (!row && isFull) return { outcome: 'rendition_limit_exceeded' };
    if (!units.take(claim)) {
      return { outcome: 'quota_exceeded' };
    }
    rows.lease(claim, claim.month);
    return { outcome: 'claimed' };
  };

  const completeNow = (claim: RenditionClaim, made: Rendition): boolean => {
    const row = rows.get(claim.imageId, claim.renditionKey);
    const generation = liveGeneration(claim.imageId, claim.now);
    if (!isOwned(row, claim) || generation !== claim.generation) return false;
    // the stored picture served instead costs nothing (CONTRACT C6.12, C7.2)
    if (made.isOriginal) units.giveBack(row);
    rows.finish(claim, made, made.isOriginal ? null : row.counted_month);
    return true;
  };

  const releaseNow = (claim: RenditionClaim): void => {
    const row = rows.get(claim.imageId, claim.renditionKey);
    if (!isOwned(row, claim)) return;
    units.giveBack(row);
    rows.remove(claim.imageId, claim.renditionKey);
  };

  return {
    getRendition: async (id, key, edition) => readyOf(rows.get(id, key), edition),
    peek: async (id, key) => {
      const row = rows.get(id, key);
      if (!row) return undefined;
      const { state, version, generation, counted_month } = row;
      return { isReady: state === 'ready', version, generation, countedMonth: counted_month };
    },
    claim: async (claim) => inTransaction(db, () => claimNow(claim)),
    complete: async (claim, made) => inTransaction(db, () => completeNow(claim, made)),
    release: async (claim) => fromReserve(db, () => releaseNow(claim)),
    forget: async (id, key, edition) => void rows.forget(id, key, edition),
    forgetAll: async (id) =>
      fromReserve(db, () => {
        if (liveGeneration(id, ANY_TIME) === undefined) rows.removeAll(id);
        else rows.forgetAll(id);
      }),
    // telling the local edge once more costs nothing: a read of a picture is no write for it
    noteAnswer: async () => undefined,
    lastAnswerEnd: async () => Infinity,
  };
}
