import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { RateCounter } from '../../core/ports.ts';
import { withRetry } from '../dynamodb-tables/retry.ts';
import { endsAt } from '../dynamodb-tables/usage.ts';

const KEPT_MS = 3_600_000;

/** Counts by window in DynamoDB; a window goes by its time to live, an hour or more after its end. */
export function createDynamoRateCounter(
  client: DynamoDBDocumentClient,
  table: string,
): RateCounter {
  return {
    async countUp(counter, windowStart, windowEnd) {
      const { Attributes } = await withRetry(() =>
        client.send(
          new UpdateCommand({
            TableName: table,
            Key: { counter: `rate#${counter}#${windowStart}` },
            UpdateExpression: 'ADD used :one SET endsAt = :end',
            ExpressionAttributeValues: { ':one': 1, ':end': endsAt(windowEnd + KEPT_MS) },
            ReturnValues: 'UPDATED_NEW',
          }),
        ),
      );
      return Attributes?.used as number;
    },
  };
}
