import { type DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditEvent } from '../../../core/audit/audit-event.ts';
import { LIMITS } from '../../../core/foundation/limits.ts';
import type { ListPosition } from '../../../core/foundation/list-cursor.ts';
import type { AuditStore } from '../../../core/ports/members/audit-store.ts';
import { auditEvent } from '../../rows/audit-columns.ts';
import { conditionalWrite } from '../client/conditional-write.ts';
import { dynamoItem } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';
import { endsAt } from '../client/usage.ts';

const readItem = dynamoItem('audit', { event: auditEvent });

const TIME_DIGITS = 15;

/** In the order of their times; before all events without a cursor. */
function entryOf(position: ListPosition | null): string {
  if (position === null) return '~'; // after every digit
  return `${String(position.at).padStart(TIME_DIGITS, '0')}#${position.id}`;
}

/** An event of a trail as its item. */
export function auditItem(trail: string, event: AuditEvent): Record<string, unknown> {
  return {
    trail,
    entry: entryOf({ at: event.at, id: event.eventId }),
    event,
    outcome: event.outcome,
    endsAt: endsAt(event.at + LIMITS.auditMs),
  };
}

/** Audit events in DynamoDB: one item an event, in the order of their start. */
export function createDynamoAuditStore(client: DynamoDBDocumentClient, table: string): AuditStore {
  return {
    putEvent: async (trail, event) => {
      const command = new PutCommand({
        TableName: table,
        Item: auditItem(trail, event),
        ConditionExpression: 'attribute_not_exists(trail) OR outcome = :unknown',
        ExpressionAttributeValues: { ':unknown': 'unknown' },
      });
      // without effect on one that has its outcome already: a write whose response was lost
      await conditionalWrite(() => client.send(command));
    },
    listEvents: async ({ trail, limit, before, after }) => {
      const command = new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'trail = :list AND entry < :before',
        ExpressionAttributeValues: { ':list': trail, ':before': entryOf(before) },
        ConsistentRead: true,
        ScanIndexForward: false,
        Limit: limit,
      });
      const { Items = [] } = await withRetry(() => client.send(command));
      return Items.map((item) => readItem(item).event).filter(({ at }) => at > after);
    },
  };
}
