import type { DatabaseSync } from 'node:sqlite';
import type { AnyImageId } from '../../../core/images/ids.ts';
import type { TimeOuts } from '../../../core/images/rendition-back-off.ts';
import type { RenditionClaim } from '../../../core/ports/images/rendition-store.ts';

/** Whose unit of which month; of none where that is null. */
export interface Unit {
  readonly account_id: string;
  readonly project_id: string;
  readonly counted_month: string | null;
}

/** The counts of months, and what is reserved of them by leases that hold. */
export function prepareUnits(db: DatabaseSync) {
  const used = db.prepare(
    `SELECT coalesce((SELECT transformations FROM month_counts
         WHERE account_id = :account AND month = :month), 0)
       + (SELECT count(*) FROM renditions WHERE state = 'making' AND is_counted = 0
         AND account_id = :account AND counted_month = :month AND lease_until > :now
         AND NOT (image_id = :image AND rendition_key = :key)) AS used`,
  );
  const count = db.prepare(
    `INSERT INTO month_counts VALUES (?, ?, ?) ON CONFLICT (account_id, month)
     DO UPDATE SET transformations = transformations + excluded.transformations`,
  );
  const countProject = db.prepare(
    `INSERT INTO project_month_counts VALUES (?, ?, ?, ?) ON CONFLICT (account_id, project_id, month)
     DO UPDATE SET transformations = transformations + excluded.transformations`,
  );
  const add = ({ account_id, project_id, counted_month }: Unit, change: 1 | -1): void => {
    if (counted_month === null) return;
    count.run(account_id, counted_month, change);
    countProject.run(account_id, project_id, counted_month, change);
  };
  return {
    /** Whether one more can be reserved beside those that are counted or being made. */
    hasRoom({ accountId: account, month, maxTransformations: max, now, ...claim }: RenditionClaim) {
      if (max === null) return true;
      const { imageId: image, renditionKey: key } = claim;
      return (used.get({ account, month, now, image, key }) as { used: number }).used < max;
    },
    count: (unit: Unit) => add(unit, 1),
    giveBack: (unit: Unit) => add(unit, -1),
  };
}

/** The time-outs of a picture, and the unit that they cost. */
export interface TimeOutRow extends Unit {
  readonly count: number;
  readonly last_at: number;
}

/** The time-outs of pictures, and the unit that they cost. */
export function prepareTimeOuts(db: DatabaseSync) {
  const get = db.prepare('SELECT * FROM time_outs WHERE image_id = ?');
  const put = db.prepare('INSERT OR REPLACE INTO time_outs VALUES (?, ?, ?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM time_outs WHERE image_id = ?');
  return {
    get: (id: AnyImageId) => get.get(id) as TimeOutRow | undefined,
    put: (id: AnyImageId, { count, lastAt }: TimeOuts, unit: Unit) =>
      put.run(id, count, lastAt, unit.account_id, unit.project_id, unit.counted_month),
    remove: (id: AnyImageId) => remove.run(id),
  };
}

/** The time-outs that a row tells of. */
export const timeOutsOf = ({ count, last_at }: TimeOutRow): TimeOuts => ({
  count,
  lastAt: last_at,
});
