import type { DatabaseSync } from 'node:sqlite';
import { type AnyImageId, isAnyImageId, isImageId } from '../../../core/images/ids.ts';
import type { StoredOriginal } from '../../../core/images/stored-original.ts';
import { type Column, fields, json, type Row, refuse, text } from '../../rows/columns.ts';
import { FACTS } from '../../rows/image-columns.ts';
import { sqliteRow } from '../database/read-row.ts';

const PAGE = 500;

/** The ID of an image or of a temporary image. */
export const anyImageId: Column<AnyImageId> = (value) =>
  typeof value === 'string' && isAnyImageId(value) ? value : refuse('the id of an image', value);

const readOriginal = sqliteRow('images', {
  id: anyImageId,
  projectId: text,
  facts: json(fields({ bytes: FACTS.bytes, sha256: FACTS.sha256 })),
});

function originalOfRow(row: Row): StoredOriginal {
  const { facts, ...original } = readOriginal(row);
  return { ...original, ...facts };
}

/** A former original that is kept for a restore. */
const KEPT_VERSION = `SELECT image_versions.original_id AS id, project_id, image_versions.facts
  FROM image_versions JOIN images USING (image_id)
  WHERE image_versions.kept IS NOT NULL`;

/** The condition of an image whose original is stored. */
const IS_STORED = `state IN ('saved', 'binned')`;

/** The originals that the records of a database promise to be stored. */
export interface StoredOriginals {
  /** All of them in order, in pages: those of temporary images that live at `now`, too. */
  pages(now: number): Generator<readonly StoredOriginal[]>;
  /** Undefined if no original of that id is promised at `now`. */
  find(id: AnyImageId, now: number): StoredOriginal | undefined;
}

/** Each page is its own read: no other process waits for it. */
export function createStoredOriginals(db: DatabaseSync): StoredOriginals {
  const isTemporary = `state = 'temporary' AND is_swept = 0 AND expires_at > ?`;
  const listImages = db.prepare(
    `SELECT image_id AS id, project_id, facts FROM images
     WHERE image_id > ? AND original_id IS NULL AND ${IS_STORED} ORDER BY image_id LIMIT ${PAGE}`,
  );
  const listReplaced = db.prepare(
    `SELECT original_id AS id, project_id, facts FROM images
     WHERE original_id > ? AND ${IS_STORED} ORDER BY original_id LIMIT ${PAGE}`,
  );
  const listKept = db.prepare(
    `${KEPT_VERSION} AND image_versions.original_id > ? ORDER BY id LIMIT ${PAGE}`,
  );
  const listTemporary = db.prepare(
    `SELECT temporary_image_id AS id, project_id, facts FROM temporary_images
     WHERE temporary_image_id > ? AND ${isTemporary} ORDER BY temporary_image_id LIMIT ${PAGE}`,
  );
  const findImage = db.prepare(
    `SELECT image_id AS id, project_id, facts FROM images
     WHERE image_id = ?1 AND original_id IS NULL AND ${IS_STORED}
     UNION ALL SELECT original_id, project_id, facts FROM images
     WHERE original_id = ?1 AND ${IS_STORED}
     UNION ALL ${KEPT_VERSION} AND image_versions.original_id = ?1`,
  );
  const findTemporary = db.prepare(
    `SELECT temporary_image_id AS id, project_id, facts FROM temporary_images
     WHERE temporary_image_id = ? AND ${isTemporary}`,
  );
  function* pagesOf(list: (after: string) => Row[]): Generator<readonly StoredOriginal[]> {
    for (let after = ''; ; ) {
      const page = list(after).map(originalOfRow);
      const last = page.at(-1);
      if (!last) return;
      yield page;
      after = last.id;
    }
  }
  return {
    *pages(now) {
      yield* pagesOf((after) => listImages.all(after));
      yield* pagesOf((after) => listReplaced.all(after));
      yield* pagesOf((after) => listKept.all(after));
      yield* pagesOf((after) => listTemporary.all(after, now));
    },
    find: (id, now) => {
      const row = isImageId(id) ? findImage.get(id) : findTemporary.get(id, now);
      return row && originalOfRow(row);
    },
  };
}
