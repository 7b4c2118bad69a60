import type { DatabaseSync } from 'node:sqlite';
import { COUNTED_PART_LIFE_MS } from '../../../core/metering/counted-part.ts';
import { addTraffic, topOf } from '../../../core/metering/top-images.ts';
import type { UsageStore, UsedAmounts } from '../../../core/ports/projects/usage-store.ts';
import { json, number } from '../../rows/columns.ts';
import type { RecordRead } from '../../rows/read-row.ts';
import { keptTraffic } from '../../rows/usage-columns.ts';
import { inTransaction } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';

const readSent = sqliteRow('bandwidth', { bytes: number, images: json(keptTraffic) });
type Sent = RecordRead<typeof readSent>;
const NOTHING: Sent = { bytes: 0, images: [] };

/** What was sent of an account or a project in a month. */
function prepareSent(db: DatabaseSync): (ownerId: string, month: string) => Sent {
  const get = db.prepare('SELECT bytes, images FROM bandwidth WHERE owner_id = ? AND month = ?');
  return (ownerId, month) => readSent(get.get(ownerId, month)) ?? NOTHING;
}

/** Reads the bandwidth of an account or a project. */
export function prepareBandwidthOf(db: DatabaseSync) {
  const sentOf = prepareSent(db);
  return (ownerId: string, month: string): Pick<UsedAmounts, 'bandwidthBytes' | 'topImages'> => {
    const { bytes, images } = sentOf(ownerId, month);
    return { bandwidthBytes: bytes, topImages: topOf(images) };
  };
}

/** Counts bandwidth, each part of a log once. */
export function prepareCountBandwidth(db: DatabaseSync): UsageStore['countBandwidth'] {
  const sentOf = prepareSent(db);
  const mark = db.prepare('INSERT OR IGNORE INTO counted_log_parts VALUES (?, ?, ?, ?)');
  const forget = db.prepare('DELETE FROM counted_log_parts WHERE counted_at < ?');
  const put = db.prepare(
    `INSERT INTO bandwidth VALUES (?, ?, ?, ?) ON CONFLICT (owner_id, month)
     DO UPDATE SET bytes = excluded.bytes, images = excluded.images`,
  );
  return async ({ part, projectId, accountId, month, bytes, images, now }) =>
    inTransaction(db, () => {
      forget.run(now - COUNTED_PART_LIFE_MS);
      const isNew = mark.run(part, projectId, month, now).changes > 0;
      // the account first: the change log tells of its count when the project's grows
      for (const ownerId of isNew ? [accountId, projectId] : []) {
        const sent = sentOf(ownerId, month);
        const kept = JSON.stringify(addTraffic(sent.images, images));
        put.run(ownerId, month, sent.bytes + bytes, kept);
      }
      return { isNew, usedByAccount: sentOf(accountId, month).bytes };
    });
}
