import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { createDynamoTermRows, type TermRows } from '../../adapters/dynamodb/images/term-rows.ts';
import { type ImageId, isImageId } from '../../core/images/ids.ts';
import type { PurgeQueue } from '../../core/ports/images/purge-queue.ts';
import { awsPurgeQueue } from '../composition/purge-queue.ts';
import { sharedDynamoClient } from '../composition/shared-clients.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import { lazily } from '../lazily.ts';
import { indexedChangeOf } from './indexed-changes.ts';

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
 * record and the queue. Then it writes the terms by which changed images are found.
 */
export function createHandler(queue: PurgeQueue, terms: TermRows) {
  return async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const ids = markedIn(event);
    // a failure repeats the whole batch: an image that is queued twice is purged once
    if (ids.length > 0) await queue.add(ids);
    await terms.change(event.Records.flatMap((record) => indexedChangeOf(record) ?? []));
    return { batchItemFailures: [] };
  };
}

/** The items of terms in AWS. */
export function awsTermRows(): TermRows {
  return createDynamoTermRows(sharedDynamoClient(), readEnvironment(ENVIRONMENT.imagesTable));
}

export const handler = /* @__PURE__ */ lazily(() => createHandler(awsPurgeQueue(), awsTermRows()));
