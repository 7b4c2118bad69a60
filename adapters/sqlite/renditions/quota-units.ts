import type { DatabaseSync } from 'node:sqlite';
import type { AnyImageId } from '../../../core/images/ids.ts';
import { latestLeaseEnd } from '../../../core/images/lease.ts';
import type { ImageTimeouts } from '../../../core/images/rendition-back-off.ts';
import type { RenditionClaim } from '../../../core/ports/images/rendition-store.ts';
import { type ColumnsOf, json, number, orNull, text } from '../../rows/columns.ts';
import { keyTimeouts } from '../../rows/timeout-columns.ts';
import { sqliteRow, sqliteValue } from '../database/read-row.ts';

/** The account and month of a unit; none if that is null. */
export interface Unit {
  readonly accountId: string;
  readonly projectId: string;
  readonly countedMonth: string | null;
}

/** The counts of months, and the units that valid leases reserve. */
export function prepareUnits(db: DatabaseSync) {
  const used = db.prepare(
    `SELECT coalesce((SELECT transformations FROM month_counts
         WHERE account_id = :account AND month = :month), 0)
       + (SELECT count(*) FROM renditions WHERE state = 'making' AND is_counted = 0
         AND account_id = :account AND counted_month = :month AND lease_until > :now AND lease_until <= :latest
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
  const add = ({ accountId, projectId, countedMonth }: Unit, change: 1 | -1): void => {
    if (countedMonth === null) return;
    count.run(accountId, countedMonth, change);
    countProject.run(accountId, projectId, countedMonth, change);
  };
  return {
    /** Whether another unit can be reserved beside the counted and reserved ones. */
    hasRoom({ accountId: account, month, maxTransformations: max, now, ...claim }: RenditionClaim) {
      if (max === null) return true;
      const { imageId: image, renditionKey: key, leaseMs } = claim;
      const latest = latestLeaseEnd({ now, leaseMs });
      const row = used.get({ account, month, now, latest, image, key });
      return sqliteValue('month_counts', row, 'used', number) < max;
    },
    count: (unit: Unit) => add(unit, 1),
    giveBack: (unit: Unit) => add(unit, -1),
  };
}

const readTimeouts = sqliteRow('time_outs', {
  count: number,
  lastAt: number,
  keys: json(keyTimeouts),
  accountId: text,
  projectId: text,
  countedMonth: orNull(text),
} satisfies ColumnsOf<ImageTimeouts & Unit>);

/** The timeouts of images, and the unit that they cost. */
export function prepareTimeouts(db: DatabaseSync) {
  const get = db.prepare('SELECT * FROM time_outs WHERE image_id = ?');
  const put = db.prepare('INSERT OR REPLACE INTO time_outs VALUES (?, ?, ?, ?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM time_outs WHERE image_id = ?');
  return {
    get: (id: AnyImageId) => readTimeouts(get.get(id)),
    put: (id: AnyImageId, { count, lastAt, keys }: ImageTimeouts, unit: Unit) =>
      put.run(
        id,
        count,
        lastAt,
        unit.accountId,
        unit.projectId,
        unit.countedMonth,
        JSON.stringify(keys),
      ),
    remove: (id: AnyImageId) => remove.run(id),
  };
}
