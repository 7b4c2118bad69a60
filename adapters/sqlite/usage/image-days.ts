import type { DatabaseSync } from 'node:sqlite';
import { type DayTraffic, reportedDays } from '../../../core/metering/usage-days.ts';
import type { UsageStore } from '../../../core/ports/projects/usage-store.ts';
import { type ColumnsOf, number } from '../../rows/columns.ts';
import { fromReserve, inTransaction, withoutSync } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';
import { prepareMarkPart } from './counted-parts.ts';

const readTraffic = sqliteRow('image_days', {
  requests: number,
  bytes: number,
} satisfies ColumnsOf<DayTraffic>);

/** The traffic of each image by day in SQLite: a row an image and day. */
export function createSqliteImageDays(
  db: DatabaseSync,
): Pick<UsageStore, 'countImages' | 'ofImage' | 'forgetImage'> {
  const isNewPart = prepareMarkPart(db);
  const dropEnded = db.prepare('DELETE FROM image_days WHERE day < ?');
  const add = db.prepare(
    `INSERT INTO image_days (day, image_id, requests, bytes) VALUES (?, ?, ?, ?)
     ON CONFLICT (day, image_id)
     DO UPDATE SET requests = requests + excluded.requests, bytes = bytes + excluded.bytes`,
  );
  const get = db.prepare('SELECT requests, bytes FROM image_days WHERE day = ? AND image_id = ?');
  const drop = db.prepare('DELETE FROM image_days WHERE day = ? AND image_id = ?');
  const count: UsageStore['countImages'] = async ({ part, images, now }) =>
    inTransaction(db, () => {
      const [oldest = ''] = reportedDays(now);
      dropEnded.run(oldest);
      if (!isNewPart({ part, projectId: '', month: '', now })) return;
      for (const { imageId, days } of images) {
        for (const [day, { requests, bytes }] of days) add.run(day, imageId, requests, bytes);
      }
    });
  return {
    // no quota depends on them: they don't wait for the disk
    countImages: (more) => withoutSync(db, () => count(more)),
    ofImage: async (imageId, days) => {
      const found = days.flatMap((day) => {
        const traffic = readTraffic(get.get(day, imageId));
        return traffic ? [[day, traffic] as const] : [];
      });
      return new Map(found);
    },
    forgetImage: async (imageId, now) =>
      fromReserve(db, () => {
        for (const day of reportedDays(now)) drop.run(day, imageId);
      }),
  };
}
