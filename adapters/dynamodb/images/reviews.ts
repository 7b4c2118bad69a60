import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ImageId } from '../../../core/images/ids.ts';
import { isPending, type Review, type ReviewRead } from '../../../core/images/review.ts';
import type { ImageStore } from '../../../core/ports/images/image-store.ts';
import { untilAnswered } from '../client/retry.ts';
import { type Write, writeTransaction } from '../client/transactional-write.ts';
import type { DynamoRecords } from './image-records.ts';
import { recordKey } from './image-rows.ts';
import { pendingEntry, remove } from './list-entries.ts';

type Reviews = Pick<ImageStore, 'endReview' | 'noteLabels'>;

/** Replaces the review of an image whose decision is still pending. */
function replaceReview(table: string, id: ImageId, review: Review): Write {
  return {
    Update: {
      TableName: table,
      Key: recordKey(id),
      UpdateExpression: 'SET review = :review',
      ConditionExpression:
        '#state = :saved AND review.#state = :pending AND review.#secret = :secret',
      ExpressionAttributeNames: { '#state': 'state', '#secret': 'secret' },
      ExpressionAttributeValues: {
        ':review': review,
        ':saved': 'saved',
        ':pending': 'pending',
        ':secret': review.secret,
      },
    },
  };
}

/** Reviews: an attribute of the image's record, and an entry in the list of pending ones. */
export function createDynamoReviews(
  client: DynamoDBDocumentClient,
  records: DynamoRecords,
  reject: Reviews['endReview'],
): Reviews {
  const { table } = records;
  const change = ({ imageId, secret }: ReviewRead, changes: Partial<Review>): Promise<boolean> =>
    untilAnswered(async (patience) => {
      const image = await records.image(imageId);
      if (image?.state !== 'saved' || !image.review || !isPending(image)) return false;
      if (image.review.secret !== secret) return false;
      const review = { ...image.review, ...changes };
      const writes = [replaceReview(table, imageId, review)];
      if (review.state !== 'pending') writes.push(remove(table, pendingEntry(image)));
      const failed = await writeTransaction(client, writes, patience);
      return failed.size === 0 ? true : undefined; // otherwise read the concurrent decision
    });
  return {
    endReview: (read, verdict) =>
      verdict.state === 'rejected' ? reject(read, verdict) : change(read, verdict),
    noteLabels: (read, labels) => change(read, { labels }),
  };
}
