import type { DatabaseSync } from 'node:sqlite';
import type { ImageId } from '../../../core/images/ids.ts';
import type { Image } from '../../../core/images/image-states.ts';
import { isPending, type Review } from '../../../core/images/review.ts';
import type { ImageStore } from '../../../core/ports/images/image-store.ts';
import { fromReserve } from '../database/open-database.ts';

/** Reviews, a column of the image's row; `mark` deletes a rejected image in the transaction. */
export function prepareSqliteReviews(
  db: DatabaseSync,
  reads: { image(id: ImageId): Image | undefined },
  mark: (id: ImageId, at: number) => boolean,
): Pick<ImageStore, 'endReview' | 'noteLabels'> {
  const replace = db.prepare('UPDATE images SET review = ? WHERE image_id = ?');
  const change = (id: ImageId, changes: Partial<Review>): boolean => {
    const image = reads.image(id);
    if (image?.state !== 'saved' || !isPending(image)) return false;
    replace.run(JSON.stringify({ ...image.review, ...changes }), id);
    return true;
  };
  return {
    endReview: async (id, verdict) =>
      fromReserve(db, () => {
        if (!change(id, verdict)) return false;
        return verdict.state === 'approved' || mark(id, verdict.reviewedAt);
      }),
    noteLabels: async (id, labels) => fromReserve(db, () => change(id, { labels })),
  };
}
