import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { type ImageId, isImageId } from '../../core/images/ids.ts';
import type { PurgeQueue } from '../../core/ports/images/purge-queue.ts';
import { awsPurgeQueue } from '../composition/purge-queue.ts';
import { lazily } from '../lazily.ts';

/**
 * The images of which a batch of changes asks for a purge; one that is due already may be asked for
 * again.
 */
function markedIn({ Records }: DynamoDBStreamEvent): ImageId[] {
  return Records.flatMap(({ dynamodb }) => {
    const { NewImage: current = {}, OldImage: previous = {} } = dynamodb ?? {};
    const id = current.id?.S ?? '';
    return current.purge && current.purgeAt?.N !== previous.purgeAt?.N && isImageId(id) ? [id] : [];
  });
}

/**
 * Hears of each tombstone and each purge from the table's own stream, so that none is lost between
 * the record and the queue.
 */
export function createHandler(queue: PurgeQueue) {
  return async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const ids = markedIn(event);
    // a failure sends the whole batch again: queued twice is purged once
    if (ids.length > 0) await queue.add(ids);
    return { batchItemFailures: [] };
  };
}

export const handler = /* @__PURE__ */ lazily(() => createHandler(awsPurgeQueue()));
