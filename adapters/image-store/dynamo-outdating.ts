import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ImageStore } from '../../core/ports.ts';
import { writeTogether } from '../dynamodb-tables/write-together.ts';
import { dueKey, recordKey } from './dynamo-items.ts';
import type { DynamoRecords, RecordChange } from './dynamo-records.ts';

type Outdating = Pick<ImageStore, 'outdateRenditions' | 'getOutdated' | 'recordOutdated'>;

const STATE = { '#state': 'state' };
const WHERE_STILL =
  '#state = :saved AND generation = :generation AND attribute_exists(outdatedFrom)';

const DONE: Readonly<Record<'removed' | 'swept', string>> = {
  removed: 'SET outdatedIsRemoved = :true',
  swept: 'REMOVE outdatedFrom, outdatedAt, outdatedIsRemoved, purge, purgeAt',
};

function doneChange(generation: number, done: 'removed' | 'swept'): RecordChange {
  return {
    UpdateExpression: DONE[done],
    ConditionExpression: WHERE_STILL,
    ExpressionAttributeNames: STATE,
    ExpressionAttributeValues: {
      ...{ ':saved': 'saved', ':generation': generation },
      ...(done === 'removed' ? { ':true': true } : {}),
    },
  };
}

/** Renditions that are outdated, and what is left of them: attributes of the image's record. */
export function createDynamoOutdating(
  client: DynamoDBDocumentClient,
  records: DynamoRecords,
): Outdating {
  return {
    outdateRenditions: async (id, now) => {
      // a transaction of one, for its token: a retry after a lost answer skips no generation
      const Update = {
        ...{ TableName: records.table, Key: recordKey(id) },
        UpdateExpression:
          'SET generation = generation + :one, outdatedFrom = if_not_exists(outdatedFrom, generation), outdatedAt = :now, purge = :due, purgeAt = :now REMOVE outdatedIsRemoved',
        ConditionExpression: '#state = :saved',
        ExpressionAttributeNames: STATE,
        ExpressionAttributeValues: {
          ...{ ':saved': 'saved', ':one': 1, ':now': now, ':due': dueKey(id) },
        },
      };
      return (await writeTogether(client, [{ Update }])).size === 0;
    },
    getOutdated: async (id) => {
      const item = await records.item(id);
      if (item?.outdatedFrom === undefined) return undefined;
      const { outdatedFrom, generation, outdatedAt } = item as Record<string, number>;
      if (outdatedFrom === undefined || generation === undefined || outdatedAt === undefined) {
        throw new Error(`the record of ${id} is damaged`);
      }
      const isRemoved = item.outdatedIsRemoved === true;
      return { from: outdatedFrom, generation, outdatedAt, isRemoved };
    },
    recordOutdated: (id, generation, done) => records.update(id, doneChange(generation, done)),
  };
}
