import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ThumbnailSecrets } from '../../../core/ports/projects/thumbnail-secrets.ts';
import { text } from '../../rows/columns.ts';
import { dynamoItem } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';

const readSecret = dynamoItem('images', { secret: text });

/** The key of the item with a project's secret. */
export const thumbnailSecretKey = (projectId: string) => ({
  id: `thumbnails#${projectId}`,
  part: 'secret',
});

/**
 * The keys of thumbnails in DynamoDB. They are in the table of images: the function that signs has
 * no permission to change a project or to read its signing secrets.
 */
export function createDynamoThumbnailSecrets(
  client: DynamoDBDocumentClient,
  table: string,
): ThumbnailSecrets {
  const keyOf = (projectId: string) => ({
    TableName: table,
    Key: thumbnailSecretKey(projectId),
  });
  const find = async (projectId: string): Promise<string | undefined> => {
    const command = new GetCommand({ ...keyOf(projectId), ConsistentRead: true });
    const { Item } = await withRetry(() => client.send(command));
    return readSecret(Item)?.secret;
  };
  return {
    find,
    findOrAdd: async (projectId, secret) => {
      const known = await find(projectId);
      if (known !== undefined) return known;
      const command = new UpdateCommand({
        ...keyOf(projectId),
        UpdateExpression: 'SET secret = if_not_exists(secret, :secret)',
        ExpressionAttributeValues: { ':secret': secret },
        ReturnValues: 'ALL_NEW',
      });
      const { Attributes } = await withRetry(() => client.send(command));
      return readSecret(Attributes)?.secret ?? secret;
    },
  };
}
