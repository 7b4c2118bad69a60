import type { DatabaseSync } from 'node:sqlite';
import { type AnyImageId, isImageId } from '../../core/images/ids.ts';
import type { ClaimOutcome, Rendition, RenditionClaim, RenditionStore } from '../../core/ports.ts';
import { freeMonth } from '../../core/projects/free-month.ts';
import { inTransaction } from '../sqlite-database/open-database.ts';

interface RenditionRow {
  readonly version: number;
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

/** Whether a picture is still to be served at `now`. */
function prepareIsLive(db: DatabaseSync): (id: AnyImageId, now: number) => boolean {
  const image = db.prepare(`SELECT 1 FROM images WHERE image_id = ? AND state = 'saved'`);
  const temporary = db.prepare(
    `SELECT 1 FROM temporary_images
     WHERE temporary_image_id = ? AND state = 'temporary' AND expires_at > ?`,
  );
  return (id, now) => (isImageId(id) ? image.get(id) : temporary.get(id, now)) !== undefined;
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
    `INSERT INTO project_month_counts VALUES (?, ?, ?) ON CONFLICT (project_id, month)
     DO UPDATE SET transformations = transformations + excluded.transformations`,
  );
  return {
    /** Counts one unit; false where the month's are used up. */
    take({ accountId, projectId, month, maxTransformations: max }: RenditionClaim): boolean {
      start.run(accountId, month);
      if (countUp.run(accountId, month, max, max).changes === 0) return false;
      countProject.run(projectId, month, 1);
      return true;
    },
    giveBack({ account_id, project_id, counted_month }: RenditionRow): void {
      if (counted_month === null) return;
      countDown.run(account_id, counted_month);
      countProject.run(project_id, counted_month, -1);
    },
  };
}

function prepareRows(db: DatabaseSync) {
  const get = db.prepare('SELECT * FROM renditions WHERE image_id = ? AND rendition_key = ?');
  const count = db.prepare('SELECT count(*) AS count FROM renditions WHERE image_id = ?');
  const lease = db.prepare(
    `INSERT INTO renditions VALUES (?, ?, ?, 'making', ?, ?, ?, ?, NULL, NULL, NULL, ?)
     ON CONFLICT (image_id, rendition_key) DO UPDATE SET version = excluded.version,
       state = 'making', owner = excluded.owner, lease_until = excluded.lease_until,
       counted_month = excluded.counted_month`,
  );
  const finish = db.prepare(
    `UPDATE renditions SET state = 'ready', counted_month = ?, bytes = ?, sha256 = ?, is_original = ?
     WHERE image_id = ? AND rendition_key = ?`,
  );
  const remove = db.prepare('DELETE FROM renditions WHERE image_id = ? AND rendition_key = ?');
  const forget = db.prepare(
    `UPDATE renditions SET state = 'forgotten'
     WHERE image_id = ? AND rendition_key = ? AND state = 'ready'`,
  );
  const forgetAll = db.prepare(
    `UPDATE renditions SET state = 'forgotten' WHERE image_id = ? AND state = 'ready'`,
  );
  const removeAll = db.prepare('DELETE FROM renditions WHERE image_id = ?');
  return {
    get: (id: AnyImageId, key: string) => get.get(id, key) as RenditionRow | undefined,
    count: (id: AnyImageId) => (count.get(id) as { count: number }).count,
    lease: (claim: RenditionClaim, countedMonth: string | null) =>
      lease.run(
        ...[claim.imageId, claim.renditionKey, claim.version, claim.owner],
        ...[claim.now + claim.leaseMs, claim.accountId, countedMonth, claim.projectId],
      ),
    finish: (claim: RenditionClaim, made: Rendition, countedMonth: string | null) =>
      finish.run(
        ...[countedMonth, made.bytes, made.sha256, made.isOriginal ? 1 : 0],
        ...[claim.imageId, claim.renditionKey],
      ),
    remove: (id: AnyImageId, key: string) => remove.run(id, key),
    forget: (id: AnyImageId, key: string) => forget.run(id, key),
    forgetAll: (id: AnyImageId) => forgetAll.run(id),
    removeAll: (id: AnyImageId) => removeAll.run(id),
  };
}

function isOwned(row: RenditionRow | undefined, claim: RenditionClaim): row is RenditionRow {
  return row?.state === 'making' && row.owner === claim.owner;
}

/** Renditions and the count of transformations in SQLite; every method is one transaction, committed to disk. */
export function createSqliteRenditionStore(db: DatabaseSync): RenditionStore {
  const isLive = prepareIsLive(db);
  const units = prepareUnits(db);
  const rows = prepareRows(db);

  const claimNow = (claim: RenditionClaim): ClaimOutcome => {
    if (!isLive(claim.imageId, claim.now)) return { outcome: 'image_gone' };
    const row = rows.get(claim.imageId, claim.renditionKey);
    if (row?.state === 'ready' && row.version === claim.version) {
      return { outcome: 'ready', rendition: renditionOf(row) };
    }
    const isHeld = row?.state === 'making' && claim.now < row.lease_until;
    if (isHeld && row.owner !== claim.owner) return { outcome: 'in_progress' };
    const free = row && freeMonth({ version: row.version, countedMonth: row.counted_month }, claim);
    if (free !== undefined) {
      rows.lease(claim, free);
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
    if (!isOwned(row, claim) || !isLive(claim.imageId, claim.now)) return false;
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
    getRendition: async (id, key, version) => {
      const row = rows.get(id, key);
      return row?.state === 'ready' && row.version === version ? renditionOf(row) : undefined;
    },
    peek: async (id, key) => {
      const row = rows.get(id, key);
      if (!row) return undefined;
      const { state, version, counted_month } = row;
      return { isReady: state === 'ready', version, countedMonth: counted_month };
    },
    claim: async (claim) => inTransaction(db, () => claimNow(claim)),
    complete: async (claim, made) => inTransaction(db, () => completeNow(claim, made)),
    release: async (claim) => inTransaction(db, () => releaseNow(claim)),
    forget: async (id, key) => void rows.forget(id, key),
    forgetAll: async (id) =>
      inTransaction(db, () => {
        if (isLive(id, ANY_TIME)) rows.forgetAll(id);
        else rows.removeAll(id);
      }),
  };
}
