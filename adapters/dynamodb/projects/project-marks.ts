import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ProjectMarks } from '../../../core/ports/projects/project-marks.ts';
import { updateEntity } from '../client/update-entity.ts';

/** The operator's marks: attributes of the project. */
export function createDynamoProjectMarks(
  client: DynamoDBDocumentClient,
  table: string,
): ProjectMarks {
  const mark =
    (name: 'suspension' | 'raisedUploads') => (projectId: string, value: object | null) =>
      updateEntity(
        client,
        { table, entity: projectId },
        value === null
          ? { UpdateExpression: `REMOVE ${name}` }
          : {
              UpdateExpression: `SET ${name} = :mark`,
              ExpressionAttributeValues: { ':mark': value },
            },
      );
  return { suspend: mark('suspension'), raiseUploads: mark('raisedUploads') };
}
