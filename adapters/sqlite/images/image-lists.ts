import type { DatabaseSync } from 'node:sqlite';
import { pageOf } from '../../../core/images/image-list.ts';
import type { ImageStore } from '../../../core/ports/images/image-store.ts';
import { imageOfRow } from './image-rows.ts';

/** All of a project, in the order of its index. */
export const LIST_ALL = `
  SELECT * FROM images
  WHERE project_id = ? AND state = 'saved' AND (created_at, image_id) < (?, ?)
  ORDER BY created_at DESC, image_id DESC LIMIT ?`;

/** Those with one pair; CROSS JOIN keeps SQLite from beginning with the images. */
export const LIST_BY_PAIR = `
  SELECT images.* FROM image_metadata AS pair
  CROSS JOIN images ON images.image_id = pair.image_id
  WHERE pair.project_id = ? AND pair.key = ? AND pair.value = ?
    AND (pair.created_at, pair.image_id) < (?, ?)
  ORDER BY pair.created_at DESC, pair.image_id DESC LIMIT ?`;

const ABOVE_ALL = { createdAt: Number.MAX_SAFE_INTEGER, imageId: '' };

/** Pages of saved images, each read by one search of an index. */
export function prepareListImages(db: DatabaseSync): ImageStore['listImages'] {
  const listAll = db.prepare(LIST_ALL);
  const listByPair = db.prepare(LIST_BY_PAIR);
  return async ({ projectId, pair, before, limit }) => {
    const { createdAt, imageId } = before ?? ABOVE_ALL;
    const from = [createdAt, imageId, limit + 1] as const;
    const rows = pair
      ? listByPair.all(projectId, pair.key, pair.value, ...from)
      : listAll.all(projectId, ...from);
    return pageOf(rows.map(imageOfRow), limit);
  };
}
