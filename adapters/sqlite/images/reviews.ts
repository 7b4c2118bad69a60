import type { DatabaseSync } from 'node:sqlite';
import type { ImageId } from '../../../core/images/ids.ts';
import type { Image } from '../../../core/images/image-states.ts';
import { isPending, type Review, type ReviewRead } from '../../../core/images/review.ts';
import type { ImageStore } from '../../../core/ports/images/image-store.ts';
import { fromReserve } from '../database/open-database.ts';

/** Reviews, a column of the image's row; `mark` deletes a rejected image in the transaction. */
export function prepareSqliteReviews(
  db: DatabaseSync,
  reads: { image(id: ImageId): Image | undefined },
  mark: (id: ImageId, at: number) => boolean,
): Pick<ImageStore, 'endReview' | 'noteLabels'> {
  const replace = db.prepare('UPDATE images SET review = ? WHERE image_id = ?');
  const change = ({ imageId, secret }: ReviewRead, changes: Partial<Review>): boolean => {
    const image = reads.image(imageId);
    if (image?.state !== 'saved' || !isPending(image)) return false;
    if (image.review?.secret !== secret) return false;
    replace.run(JSON.stringify({ ...image.review, ...changes }), imageId);
    return true;
  };
  return {
    endReview: async (review, verdict) =>
      fromReserve(db, () => {
        if (!change(review, verdict)) return false;
        return verdict.state === 'approved' || mark(review.imageId, verdict.reviewedAt);
      }),
    noteLabels: async (review, labels) => fromReserve(db, () => change(review, { labels })),
  };
}
