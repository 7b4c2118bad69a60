import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ImagesIndex } from '../../../core/foundation/dynamodb-tables.ts';
import type { PurgeStep } from '../../../core/images/erasure-steps.ts';
import type { ImageStore } from '../../../core/ports/images/image-store.ts';
import { imageId } from '../../rows/image-columns.ts';
import { dynamoItem } from '../client/read-item.ts';
import { listDue } from './due-images.ts';
import type { DynamoRecords, RecordChange } from './image-records.ts';
import { receiptEnd, stepAttribute, stepsOfItem } from './image-rows.ts';

const PURGE_DUE: ImagesIndex = 'purgeDue';
const readDue = dynamoItem('images', { id: imageId });
const STATE = { '#state': 'state' };

/** Only the step, at the time it was first done. */
function stepChange(step: PurgeStep, at: number): RecordChange {
  return {
    UpdateExpression: 'SET #step = if_not_exists(#step, :at)',
    ConditionExpression: 'attribute_exists(id)',
    ExpressionAttributeNames: { '#step': stepAttribute(step) },
    ExpressionAttributeValues: { ':at': at },
  };
}

/** The last step and the end of the purge in one write. */
function sweptChange(at: number): RecordChange {
  const { UpdateExpression, ...step } = stepChange('swept', at);
  return {
    UpdateExpression: `${UpdateExpression}, #state = :deleted, endsAt = :end REMOVE purge, purgeAt`,
    ConditionExpression: '#state = :deleting',
    ExpressionAttributeNames: { ...step.ExpressionAttributeNames, ...STATE },
    ExpressionAttributeValues: {
      ...step.ExpressionAttributeValues,
      ':deleted': 'deleted',
      ':deleting': 'deleting',
      ':end': receiptEnd(at),
    },
  };
}

/**
 * The purge of deleted images: the due ones, by an index that may lag by a moment, and the
 * completed steps.
 */
export function createDynamoPurge(
  client: DynamoDBDocumentClient,
  records: DynamoRecords,
): Pick<ImageStore, 'listPurgesDue' | 'recordPurgeStep' | 'getPurgeSteps'> {
  return {
    listPurgesDue: async (limit, now) => {
      const items = await listDue(client, records.table, PURGE_DUE, { limit, end: now });
      // items of an image and of its former originals
      return [...new Set(items.map((item) => readDue(item).id))];
    },
    recordPurgeStep: async (id, step, at) => {
      if (step === 'swept' && (await records.update(id, sweptChange(at)))) return;
      await records.update(id, stepChange(step, at));
    },
    getPurgeSteps: async (id) => stepsOfItem((await records.item(id)) ?? {}),
  };
}
