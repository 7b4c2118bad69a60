import { randomUUID } from 'node:crypto';
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { RateCounter } from '../../../core/ports/uploads/rate-counter.ts';
import { number } from '../../rows/columns.ts';
import { conditionalWrite } from '../client/conditional-write.ts';
import { dynamoValue } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';
import { endsAt } from '../client/usage.ts';

const KEPT_MS = 3_600_000;

/**
 * Counts by window in DynamoDB; a window expires by its time to live, an hour or more after its
 * end. A retry after a lost response counts once, or twice if another call came between. The error
 * is on the side of the limit.
 */
export function createDynamoRateCounter(
  client: DynamoDBDocumentClient,
  table: string,
): RateCounter {
  return {
    async countUp(counter, windowStart, windowEnd) {
      const item = { TableName: table, Key: { counter: `rate#${counter}#${windowStart}` } };
      const add = new UpdateCommand({
        ...item,
        UpdateExpression: 'ADD used :one SET endsAt = :end, lastCall = :call',
        ConditionExpression: 'attribute_not_exists(lastCall) OR lastCall <> :call',
        ExpressionAttributeValues: {
          ':one': 1,
          ':end': endsAt(windowEnd + KEPT_MS),
          ':call': randomUUID(),
        },
        ReturnValues: 'UPDATED_NEW',
      });
      const added = await conditionalWrite(() => client.send(add));
      if (added) return dynamoValue('usage', added.Attributes, 'used', number);
      // this very call is counted already
      const get = new GetCommand({ ...item, ConsistentRead: true });
      const { Item } = await withRetry(() => client.send(get));
      return dynamoValue('usage', Item, 'used', number);
    },
  };
}
