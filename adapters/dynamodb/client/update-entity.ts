import {
  type DynamoDBDocumentClient,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { isWritten } from './conditional-write.ts';

/**
 * Changes an existing project or account, by a change that may be repeated; false if it doesn't
 * exist.
 */
export async function updateEntity(
  client: DynamoDBDocumentClient,
  { table, entity }: { readonly table: string; readonly entity: string },
  change: Pick<
    UpdateCommandInput,
    'UpdateExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
  >,
): Promise<boolean> {
  const command = new UpdateCommand({
    TableName: table,
    Key: { entity },
    ...change,
    ConditionExpression: 'attribute_exists(entity)',
  });
  return isWritten(() => client.send(command));
}
