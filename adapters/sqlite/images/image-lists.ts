import type { DatabaseSync } from 'node:sqlite';
import { pageOf } from '../../../core/images/image-list.ts';
import type { Image } from '../../../core/images/image-states.ts';
import { changedPairs } from '../../../core/images/metadata.ts';
import { changedTerms } from '../../../core/images/search/terms.ts';
import type { ImageStore } from '../../../core/ports/images/image-store.ts';
import { imageOfRow } from './image-rows.ts';

/** The writes of rows, each by its whole key. */
export const CHANGE_ROWS = {
  drop: `
  DELETE FROM image_metadata
  WHERE project_id = ? AND key = ? AND value = ? AND created_at = ? AND image_id = ?`,
  add: 'INSERT INTO image_metadata VALUES (?, ?, ?, ?, ?)',
  dropTerm: `
  DELETE FROM image_terms
  WHERE project_id = ? AND term = ? AND created_at = ? AND image_id = ?`,
  addTerm: 'INSERT INTO image_terms VALUES (?, ?, ?, ?)',
};

/** The rows by which saved images are listed: one for each pair of metadata, and each term. */
export interface ListRows {
  /**
   * Within the transaction that changes the image; `before` is undefined for a new one, `after` for
   * a deleted one.
   */
  change(before: Image | undefined, after: Image | undefined): void;
}

export function prepareListRows(db: DatabaseSync): ListRows {
  const drop = db.prepare(CHANGE_ROWS.drop);
  const add = db.prepare(CHANGE_ROWS.add);
  const dropTerm = db.prepare(CHANGE_ROWS.dropTerm);
  const addTerm = db.prepare(CHANGE_ROWS.addTerm);
  return {
    change(before, after) {
      const image = after ?? before;
      if (!image) return;
      const { projectId, createdAt, imageId } = image;
      const pairs = changedPairs(before?.metadata ?? {}, after?.metadata ?? {});
      for (const { key, value } of pairs.dropped) {
        drop.run(projectId, key, value, createdAt, imageId);
      }
      for (const { key, value } of pairs.added) add.run(projectId, key, value, createdAt, imageId);
      const terms = changedTerms(before, after);
      for (const term of terms.dropped) dropTerm.run(projectId, term, createdAt, imageId);
      for (const term of terms.added) addTerm.run(projectId, term, createdAt, imageId);
    },
  };
}

/** All of a project, in the order of its index. */
export const LIST_ALL = `
  SELECT * FROM images
  WHERE project_id = ? AND state = 'saved' AND (created_at, image_id) < (?, ?)
  ORDER BY created_at DESC, image_id DESC LIMIT ?`;

/**
 * The images with one pair; CROSS JOIN keeps SQLite from starting with the images. They are looked
 * up in the order of their times. Images of an album are on few pages of that index, while their
 * ids are all over the other one.
 */
export const LIST_BY_PAIR = `
  SELECT images.* FROM image_metadata AS pair
  CROSS JOIN images INDEXED BY images_by_project ON images.project_id = pair.project_id
    AND images.created_at = pair.created_at AND images.image_id = pair.image_id
    AND images.state = 'saved'
  WHERE pair.project_id = ? AND pair.key = ? AND pair.value = ?
    AND (pair.created_at, pair.image_id) < (?, ?)
  ORDER BY pair.created_at DESC, pair.image_id DESC LIMIT ?`;

/** The condition of their index: a decision is pending. */
export const IS_PENDING = `state = 'saved' AND json_extract(review, '$.state') = 'pending'`;

/** The images of a project that wait for a decision. */
export const LIST_PENDING = `
  SELECT * FROM images
  WHERE project_id = ? AND ${IS_PENDING} AND (created_at, image_id) < (?, ?)
  ORDER BY created_at DESC, image_id DESC LIMIT ?`;

const ABOVE_ALL = { createdAt: Number.MAX_SAFE_INTEGER, imageId: '' };

/** Pages of saved images, each read by one search of an index. */
export function prepareListImages(db: DatabaseSync): ImageStore['listImages'] {
  const listAll = db.prepare(LIST_ALL);
  const listByPair = db.prepare(LIST_BY_PAIR);
  const listPending = db.prepare(LIST_PENDING);
  return async ({ projectId, pair, review, before, limit }) => {
    const { createdAt, imageId } = before ?? ABOVE_ALL;
    const from = [createdAt, imageId, limit + 1] as const;
    const rows = pair
      ? listByPair.all(projectId, pair.key, pair.value, ...from)
      : (review ? listPending : listAll).all(projectId, ...from);
    return pageOf(rows.map(imageOfRow), limit);
  };
}
