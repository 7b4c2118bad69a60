import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Suspensions } from '../../../core/ports/projects/suspensions.ts';
import { updateEntity } from '../client/update-entity.ts';

/** Suspended projects: an attribute of the project. */
export function createDynamoSuspensions(
  client: DynamoDBDocumentClient,
  table: string,
): Suspensions {
  return {
    suspend: (projectId, suspension) =>
      updateEntity(
        client,
        { table, entity: projectId },
        {
          UpdateExpression: 'SET suspension = :suspension',
          ExpressionAttributeValues: { ':suspension': suspension },
        },
      ),
    resume: (projectId) =>
      updateEntity(client, { table, entity: projectId }, { UpdateExpression: 'REMOVE suspension' }),
  };
}
