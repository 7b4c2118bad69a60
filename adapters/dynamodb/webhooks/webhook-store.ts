import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { WebhookStore } from '../../../core/ports/webhooks/webhook-store.ts';
import { withRetry } from '../client/retry.ts';
import { writeTogether } from '../client/transactional-write.ts';

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
      return { webhooks: JSON.parse(Item?.webhooks ?? '[]'), version: Item?.version ?? 0 };
    },
    replaceWebhooks: async (projectId, webhooks, version) => {
      const item = { webhooks: JSON.stringify(webhooks), version: version + 1 };
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
      // a transaction though it be of one: its token tells a lost answer from somebody else's change
      return (await writeTogether(client, [write])).size === 0;
    },
  };
}
