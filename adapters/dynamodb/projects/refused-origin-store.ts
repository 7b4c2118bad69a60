import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { RefusedOriginStore } from '../../../core/ports/projects/refused-origin-store.ts';
import { refusedOriginsEnd } from '../../../core/projects/refused-origins.ts';
import { number } from '../../rows/columns.ts';
import { refusedOrigins } from '../../rows/refused-origin-columns.ts';
import { isWritten } from '../client/conditional-write.ts';
import { dynamoItem } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';
import { endsAt } from '../client/usage.ts';

const readRefused = dynamoItem('usage', { origins: refusedOrigins, revision: number });

/** The key of a project's record. */
export const refusedOriginsKey = (projectId: string) => ({
  counter: `refusedOrigins#${projectId}`,
});

/** Refused origins in DynamoDB, one item a project, which goes by its time to live. */
export function createDynamoRefusedOriginStore(
  client: DynamoDBDocumentClient,
  table: string,
): RefusedOriginStore {
  return {
    async getRefused(projectId) {
      const command = new GetCommand({ TableName: table, Key: refusedOriginsKey(projectId) });
      const { Item } = await withRetry(() => client.send(command));
      return Item ? readRefused(Item) : { origins: [], revision: 0 };
    },
    async replaceRefused(projectId, refused) {
      const { origins, revision } = refused;
      const isFirst = revision === 1;
      const put = new PutCommand({
        TableName: table,
        Item: {
          ...refusedOriginsKey(projectId),
          origins: origins.map((one) => ({ ...one })),
          revision,
          endsAt: endsAt(refusedOriginsEnd(refused)),
        },
        ConditionExpression: isFirst ? 'attribute_not_exists(revision)' : 'revision = :was',
        ...(isFirst ? {} : { ExpressionAttributeValues: { ':was': revision - 1 } }),
      });
      return isWritten(() => client.send(put));
    },
  };
}
