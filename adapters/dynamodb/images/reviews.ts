import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ImageId } from '../../../core/images/ids.ts';
import { isPending, type Review } from '../../../core/images/review.ts';
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
      ConditionExpression: '#state = :saved AND review.#state = :pending',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':review': review, ':saved': 'saved', ':pending': 'pending' },
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
  const change = (id: ImageId, changes: Partial<Review>): Promise<boolean> =>
    untilAnswered(async (patience) => {
      const image = await records.image(id);
      if (image?.state !== 'saved' || !image.review || !isPending(image)) return false;
      const review = { ...image.review, ...changes };
      const writes = [replaceReview(table, id, review)];
      if (review.state !== 'pending') writes.push(remove(table, pendingEntry(image)));
      const failed = await writeTransaction(client, writes, patience);
      return failed.size === 0 ? true : undefined; // otherwise read the concurrent decision
    });
  return {
    endReview: (id, verdict) =>
      verdict.state === 'rejected' ? reject(id, verdict) : change(id, verdict),
    noteLabels: (id, labels) => change(id, { labels }),
  };
}
