import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { ProjectWebhooks, WebhookStore } from '../../../core/ports/webhooks/webhook-store.ts';
import { type ColumnsOf, number } from '../../rows/columns.ts';
import { webhooks } from '../../rows/webhook-columns.ts';
import { dynamoItem } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';
import { writeTransaction } from '../client/transactional-write.ts';

/** The webhooks of a project in an item. */
export const webhooksOfItem = dynamoItem('webhooks', {
  webhooks,
  version: number,
} satisfies ColumnsOf<ProjectWebhooks>);
/** The sort key of that item; of any other it is a delivery's ID. */
export const WEBHOOKS = 'webhooks';
const NONE: ProjectWebhooks = { webhooks: [], version: 0 };

/** The key of the item with the webhooks of a project. */
export const webhooksKey = (projectId: string) => ({ owner: projectId, part: WEBHOOKS });

/** Webhooks in DynamoDB, an item for each project that ever had one. */
export function createDynamoWebhookStore(
  client: DynamoDBDocumentClient,
  table: string,
): WebhookStore {
  return {
    getWebhooks: async (projectId) => {
      const command = new GetCommand({
        TableName: table,
        Key: webhooksKey(projectId),
        ConsistentRead: true,
      });
      const { Item } = await withRetry(() => client.send(command));
      return webhooksOfItem(Item) ?? NONE;
    },
    replaceWebhooks: async (projectId, replaced, version) => {
      const item = { webhooks: JSON.stringify(replaced), version: version + 1 };
      const write = {
        Put: {
          TableName: table,
          Item: { ...webhooksKey(projectId), ...item },
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
