import type { DatabaseSync } from 'node:sqlite';
import { type AnyImageId, isImageId } from '../../../core/images/ids.ts';
import { RENDITION_VERSION } from '../../../core/images/object-keys.ts';
import { number, type Row, text } from '../../rows/columns.ts';
import { inTransaction } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';
import { anyImageId } from './stored-originals.ts';

const PAGE = 500;

/** A stored rendition by its record. */
export interface RenditionRecord {
  readonly id: AnyImageId;
  readonly renditionKey: string;
  readonly generation: number;
  readonly bytes: number;
}

const readRendition = sqliteRow('renditions', {
  id: anyImageId,
  renditionKey: text,
  generation: number,
  bytes: number,
});

/** Records beside those of originals by which objects are stored. */
export interface ObjectRecords {
  /** The stored renditions of living images, in pages. */
  renditionPages(now: number): Generator<readonly RenditionRecord[]>;
  /** Whether that rendition is still promised. */
  hasRendition(rendition: RenditionRecord, now: number): boolean;
  /** Whether a record explains an original: of an image, its temporary image or their erasure. */
  explainsOriginal(id: AnyImageId): boolean;
  /** Whether a record explains a rendition's object, whatever its state. */
  explainsRendition(rendition: Omit<RenditionRecord, 'bytes'>): boolean;
}

const LIVING = `state = 'ready' AND is_original = 0 AND version = ${RENDITION_VERSION} AND (
  EXISTS (SELECT 1 FROM images WHERE images.image_id = renditions.image_id
    AND images.state = 'saved' AND images.generation = renditions.generation)
  OR EXISTS (SELECT 1 FROM temporary_images WHERE temporary_image_id = renditions.image_id
    AND temporary_images.state = 'temporary' AND is_swept = 0 AND expires_at > ?))`;
const COLUMNS = 'image_id AS id, rendition_key, generation, bytes';

export function createObjectRecords(db: DatabaseSync): ObjectRecords {
  const list = db.prepare(
    `SELECT ${COLUMNS} FROM renditions WHERE (image_id, rendition_key) > (?, ?) AND ${LIVING}
     ORDER BY image_id, rendition_key LIMIT ${PAGE}`,
  );
  const find = db.prepare(
    `SELECT ${COLUMNS} FROM renditions
     WHERE image_id = ? AND rendition_key = ? AND generation = ? AND ${LIVING}`,
  );
  const image = db.prepare(
    `SELECT 1 FROM images WHERE image_id = ?1 AND original_id IS NULL AND state <> 'deleted'
     UNION ALL SELECT 1 FROM images WHERE original_id = ?1 AND state <> 'deleted'
     UNION ALL SELECT 1 FROM image_versions
       WHERE original_id = ?1 AND json_extract(steps, '$.swept') IS NULL
     UNION ALL SELECT 1 FROM temporary_images WHERE image_id = ?1 AND is_swept = 0`,
  );
  const temporary = db.prepare(
    `SELECT 1 FROM temporary_images
       JOIN images ON images.image_id = coalesce(replaced_image_id, temporary_images.image_id)
     WHERE temporary_images.temporary_image_id = ?1 AND images.state = 'deleting'
     UNION ALL SELECT 1 FROM temporary_images JOIN image_versions ON original_id = temporary_images.image_id
     WHERE temporary_images.temporary_image_id = ?1 AND json_extract(steps, '$.swept') IS NULL
     UNION ALL SELECT 1 FROM temporary_images WHERE temporary_image_id = ?1 AND is_swept = 0
     UNION ALL SELECT 1 FROM direct_uploads WHERE temporary_image_id = ?1 AND state = 'pending'`,
  );
  const known = db.prepare(
    `SELECT 1 FROM renditions WHERE image_id = ?1 AND rendition_key = ?2 AND generation = ?3
       AND state <> 'forgotten'
     UNION ALL SELECT 1 FROM outdated_renditions WHERE image_id = ?1 AND first_generation <= ?3
     UNION ALL SELECT 1 FROM images WHERE image_id = ?1 AND state = 'deleting'`,
  );
  return {
    *renditionPages(now) {
      for (let after: readonly [string, string] = ['', '']; ; ) {
        const page = list.all(...after, now).map((row: Row) => readRendition(row));
        const last = page.at(-1);
        if (!last) return;
        yield page;
        after = [last.id, last.renditionKey];
      }
    },
    hasRendition: ({ id, renditionKey, generation }, now) =>
      find.get(id, renditionKey, generation, now) !== undefined,
    explainsOriginal: (id) => (isImageId(id) ? image : temporary).get(id) !== undefined,
    explainsRendition: ({ id, renditionKey, generation }) =>
      known.get(id, renditionKey, generation) !== undefined,
  };
}

/** Forgets a rendition whose object is gone: it is made again without a unit in its month. */
export function forgetRendition(
  db: DatabaseSync,
  { id, renditionKey, generation }: RenditionRecord,
): void {
  const forget = db.prepare(
    `UPDATE renditions SET state = 'forgotten'
     WHERE image_id = ? AND rendition_key = ? AND generation = ? AND state = 'ready'`,
  );
  inTransaction(db, () => void forget.run(id, renditionKey, generation));
}
