import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { IndexedList, ListOrder } from '../../../core/images/search/image-search.ts';
import type { ImageIndex } from '../../../core/ports/images/image-index.ts';
import { number } from '../../rows/columns.ts';
import { imageId } from '../../rows/image-columns.ts';
import { sqliteRow } from '../database/read-row.ts';
import { IS_PENDING } from './image-lists.ts';
import { imageOfRow } from './image-rows.ts';

/** Each kind of list: its rows, and the columns that name it. */
const LISTS = {
  all: "images WHERE state = 'saved' AND project_id = ?",
  review: `images WHERE ${IS_PENDING} AND project_id = ?`,
  pair: 'image_metadata WHERE project_id = ? AND key = ? AND value = ?',
  term: 'image_terms WHERE project_id = ? AND term = ?',
} as const;
type ListKind = keyof typeof LISTS;

const DIRECTION: Readonly<Record<ListOrder, string>> = { newest: 'DESC', oldest: 'ASC' };

/** The positions of a kind of list, read by one search of an index that has their order. */
export function positionsQuery(kind: ListKind, order: ListOrder): string {
  const direction = DIRECTION[order];
  return `SELECT created_at, image_id FROM ${LISTS[kind]}
    AND (created_at, image_id) > (?, ?) AND (created_at, image_id) < (?, ?)
    ORDER BY created_at ${direction}, image_id ${direction} LIMIT ?`;
}

/** Images of an album are on few pages of this index, while their ids are all over the other. */
export const IMAGE_AT = `SELECT * FROM images INDEXED BY images_by_project
  WHERE project_id = ? AND created_at = ? AND image_id = ? AND state = 'saved'`;

/** The kind of a list, and the values that name it. */
function placeOf({ projectId, pair, review, term }: IndexedList): [ListKind, SQLInputValue[]] {
  if (term !== undefined) return ['term', [projectId, term]];
  if (pair) return ['pair', [projectId, pair.key, pair.value]];
  return [review ? 'review' : 'all', [projectId]];
}

const readPosition = sqliteRow('images', { createdAt: number, imageId });

/** The lists by which images are searched. */
export function prepareImageIndex(db: DatabaseSync): ImageIndex {
  const prepareAll = (order: ListOrder) => ({
    all: db.prepare(positionsQuery('all', order)),
    review: db.prepare(positionsQuery('review', order)),
    pair: db.prepare(positionsQuery('pair', order)),
    term: db.prepare(positionsQuery('term', order)),
  });
  const statements = { newest: prepareAll('newest'), oldest: prepareAll('oldest') };
  const imageAt = db.prepare(IMAGE_AT);
  return {
    listPositions: async (list, { above, below, order }, count) => {
      const [kind, values] = placeOf(list);
      const ends = [above.createdAt, above.imageId, below.createdAt, below.imageId];
      return statements[order][kind].all(...values, ...ends, count).map(readPosition);
    },
    getImagesAt: async (projectId, positions) =>
      positions.map(({ createdAt, imageId: id }) => {
        const row = imageAt.get(projectId, createdAt, id);
        return row && imageOfRow(row);
      }),
  };
}
