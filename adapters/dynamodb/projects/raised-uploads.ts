import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { RaisedUploadLimits } from '../../../core/ports/projects/raised-uploads.ts';
import { updateEntity } from '../client/update-entity.ts';

/** Raised limits of uploads: an attribute of the project. */
export function createDynamoRaisedUploads(
  client: DynamoDBDocumentClient,
  table: string,
): RaisedUploadLimits {
  return {
    raise: (projectId, raised) =>
      updateEntity(
        client,
        { table, entity: projectId },
        {
          UpdateExpression: 'SET raisedUploads = :raised',
          ExpressionAttributeValues: { ':raised': raised },
        },
      ),
    reset: (projectId) =>
      updateEntity(
        client,
        { table, entity: projectId },
        { UpdateExpression: 'REMOVE raisedUploads' },
      ),
  };
}
