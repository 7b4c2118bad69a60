import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { ProjectWebhooks, WebhookStore } from '../../../core/ports/webhooks/webhook-store.ts';
import { type ColumnsOf, number } from '../../rows/columns.ts';
import { webhooks } from '../../rows/webhook-columns.ts';
import { dynamoItem } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';
import { writeTransaction } from '../client/transactional-write.ts';

const readWebhooks = dynamoItem('webhooks', {
  webhooks,
  version: number,
} satisfies ColumnsOf<ProjectWebhooks>);
const NONE: ProjectWebhooks = { webhooks: [], version: 0 };

/** Webhooks in DynamoDB, an item for each project that ever had one. */
export function createDynamoWebhookStore(
  client: DynamoDBDocumentClient,
  table: string,
): WebhookStore {
  const keyOf = (projectId: string) => ({ owner: projectId, part: 'webhooks' });
  return {
    getWebhooks: async (projectId) => {
      const command = new GetCommand({
        TableName: table,
        Key: keyOf(projectId),
        ConsistentRead: true,
      });
      const { Item } = await withRetry(() => client.send(command));
      return readWebhooks(Item) ?? NONE;
    },
    replaceWebhooks: async (projectId, replaced, version) => {
      const item = { webhooks: JSON.stringify(replaced), version: version + 1 };
      const write = {
        Put: {
          TableName: table,
          Item: { ...keyOf(projectId), ...item },
          ...(version === 0
            ? { ConditionExpression: 'attribute_not_exists(version)' }
            : {
                ConditionExpression: 'version = :version',
                ExpressionAttributeValues: { ':version': version },
              }),
        },
      };
      // a transaction of one write: its token distinguishes a lost response from a concurrent
      // change
      return (await writeTransaction(client, [write])).size === 0;
    },
  };
}
