import type { DatabaseSync } from 'node:sqlite';
import type { Image } from '../../../core/images/image-states.ts';
import { changedPairs, type Metadata } from '../../../core/images/metadata.ts';

/** How rows come and go, each by its whole key. */
export const CHANGE_ROWS = {
  drop: `
  DELETE FROM image_metadata
  WHERE project_id = ? AND key = ? AND value = ? AND created_at = ? AND image_id = ?`,
  add: 'INSERT INTO image_metadata VALUES (?, ?, ?, ?, ?)',
};

/** A row for each pair of metadata of each saved image, which lists are read by. */
export interface MetadataRows {
  /** Within the transaction that changes the image's metadata. */
  change(image: Image, before: Metadata, after: Metadata): void;
}

export function prepareMetadataRows(db: DatabaseSync): MetadataRows {
  const drop = db.prepare(CHANGE_ROWS.drop);
  const add = db.prepare(CHANGE_ROWS.add);
  return {
    change({ projectId, createdAt, imageId }, before, after) {
      const { dropped, added } = changedPairs(before, after);
      for (const { key, value } of dropped) drop.run(projectId, key, value, createdAt, imageId);
      for (const { key, value } of added) add.run(projectId, key, value, createdAt, imageId);
    },
  };
}
