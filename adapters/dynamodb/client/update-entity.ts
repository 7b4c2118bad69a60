import {
  type DynamoDBDocumentClient,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { withRetry } from './retry.ts';

/**
 * Changes a project or an account that is there, a change that may be made twice; false where there
 * is none.
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
  try {
    await withRetry(() => client.send(command));
    return true;
  } catch (error) {
    if ((error as Error).name === 'ConditionalCheckFailedException') return false;
    throw error;
  }
}
