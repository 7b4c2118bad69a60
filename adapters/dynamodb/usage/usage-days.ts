import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dayCountEnd, monthOfDay, monthsOf } from '../../../core/metering/usage-days.ts';
import type { UsageStore } from '../../../core/ports/projects/usage-store.ts';
import { partIn, readCounters } from '../client/counter-shards.ts';
import { withRetry } from '../client/retry.ts';
import { endsAt } from '../client/usage.ts';
import { ofDay, projectCounter } from './bandwidth.ts';

/** The counter of a project's days in a month; it expires. */
export const daysCounter = (projectId: string, month: string) =>
  `projectDays#${projectId}#${month}`;

/**
 * Usage by day in DynamoDB. Images and transformations have one item a project and month, updated
 * as they happen. The bytes of a day are in the item of the project's bandwidth.
 */
export function createDynamoUsageDays(
  client: DynamoDBDocumentClient,
  table: string,
): Pick<UsageStore, 'countOnDay' | 'ofDays'> {
  return {
    countOnDay: async ({ projectId, day, kind }) => {
      const command = new UpdateCommand({
        TableName: table,
        Key: { counter: daysCounter(projectId, monthOfDay(day)) },
        UpdateExpression: 'ADD #kind :one SET endsAt = :end',
        ExpressionAttributeNames: { '#kind': ofDay(kind, day) },
        ExpressionAttributeValues: { ':one': 1, ':end': endsAt(dayCountEnd(day)) },
      });
      await withRetry(() => client.send(command));
    },
    ofDays: async (projectId, days) => {
      const counters = monthsOf(days).flatMap((month) => [
        daysCounter(projectId, month),
        projectCounter(projectId, month),
      ]);
      const items = await readCounters(
        client,
        table,
        counters.map((counter) => ({ counter, projectId })),
      );
      const found = days.map((day) => {
        const counts = items.get(daysCounter(projectId, monthOfDay(day)));
        const sent = items.get(projectCounter(projectId, monthOfDay(day)));
        const images = partIn(counts, ofDay('images', day));
        const transformations = partIn(counts, ofDay('transformations', day));
        const bandwidthBytes = partIn(sent, ofDay('bytes', day));
        return [day, { images, transformations, bandwidthBytes }] as const;
      });
      return new Map(found);
    },
  };
}
