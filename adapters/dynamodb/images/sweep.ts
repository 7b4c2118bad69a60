import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ImagesIndex } from '../../../core/foundation/dynamodb-tables.ts';
import type { ImageStore } from '../../../core/ports/images/image-store.ts';
import { conditionalWrite } from '../client/conditional-write.ts';
import { writeTransaction } from '../client/transactional-write.ts';
import { listDue } from './due-images.ts';
import type { DynamoRecords } from './image-records.ts';
import { recordKey, temporaryOfItem } from './image-rows.ts';

type Sweep = Pick<ImageStore, 'listEnded' | 'closeEnded' | 'recordSwept'>;

const TEMPORARY_END: ImagesIndex = 'temporaryEnd';

function createClose(client: DynamoDBDocumentClient, table: string): Sweep['closeEnded'] {
  return async (id, now) => {
    const command = new UpdateCommand({
      TableName: table,
      Key: recordKey(id),
      UpdateExpression: 'SET #state = :expired',
      ConditionExpression: 'attribute_exists(id) AND expiresAt <= :now',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':expired': 'expired', ':now': now },
      ReturnValues: 'ALL_NEW',
    });
    const written = await conditionalWrite(() => client.send(command));
    return written?.Attributes && temporaryOfItem(written.Attributes);
  };
}

/**
 * Expired temporary images, found by an index that may lag by a moment, until only the record is
 * left.
 */
export function createDynamoSweep(client: DynamoDBDocumentClient, records: DynamoRecords): Sweep {
  return {
    listEnded: async (end, limit) => {
      const items = await listDue(client, records.table, TEMPORARY_END, { end, limit });
      return items.map(temporaryOfItem);
    },
    closeEnded: createClose(client, records.table),
    recordSwept: async (id) => {
      // a transaction of one write, for its token: a retry after a lost response is recognised
      const failed = await writeTransaction(client, [
        {
          Update: {
            TableName: records.table,
            Key: recordKey(id),
            UpdateExpression: 'REMOVE sweep',
            ConditionExpression: 'attribute_exists(sweep)',
          },
        },
      ]);
      return failed.size === 0;
    },
  };
}
