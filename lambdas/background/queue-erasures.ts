import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { type ImageId, isImageId } from '../../core/images/ids.ts';
import type { PurgeQueue } from '../../core/ports/images/purge-queue.ts';
import { awsPurgeQueue } from '../composition/purge-queue.ts';
import { lazily } from '../lazily.ts';

/** The stream's times are seconds, and clocks differ by less. */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * The images with a due purge in a batch of changes; a purge that is due already may be queued
 * again. Kept bytes that a worker visits later are left to the schedule.
 */
function markedIn({ Records }: DynamoDBStreamEvent): ImageId[] {
  return Records.flatMap(({ dynamodb }) => {
    const {
      NewImage: current = {},
      OldImage: previous = {},
      ApproximateCreationDateTime: seconds = Infinity,
    } = dynamodb ?? {};
    const id = current.id?.S ?? '';
    const dueAt = current.purgeAt?.N;
    if (!current.purge || dueAt === previous.purgeAt?.N || !isImageId(id)) return [];
    return Number(dueAt) <= seconds * 1000 + CLOCKS_DIFFER_MS ? [id] : [];
  });
}

/**
 * Reads each tombstone and each purge from the table's own stream, so that none is lost between the
 * record and the queue.
 */
export function createHandler(queue: PurgeQueue) {
  return async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const ids = markedIn(event);
    // a failure repeats the whole batch: an image that is queued twice is purged once
    if (ids.length > 0) await queue.add(ids);
    return { batchItemFailures: [] };
  };
}

export const handler = /* @__PURE__ */ lazily(() => createHandler(awsPurgeQueue()));
