import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ImageId } from '../../../core/images/ids.ts';
import type { RenditionStore } from '../../../core/ports/images/rendition-store.ts';
import { number, withDefault } from '../../rows/columns.ts';
import { conditionalWrite } from '../client/conditional-write.ts';
import { dynamoValue } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';
import { endsAt } from '../client/usage.ts';

/**
 * Separate from the image's record: these writes wake no worker, and the renderer needs no write
 * permission on the record.
 */
function answersKey(imageId: ImageId) {
  return { id: `answers#${imageId}`, part: 'answers' };
}

/**
 * The time until which responses may be in flight to the edge: an item for each image, which
 * expires.
 */
export function createDynamoAnswers(
  client: DynamoDBDocumentClient,
  table: string,
): Pick<RenditionStore, 'noteAnswer' | 'lastAnswerEnd'> {
  return {
    noteAnswer: async (imageId, until) => {
      const command = new UpdateCommand({
        TableName: table,
        Key: answersKey(imageId),
        UpdateExpression: 'SET answerEnd = :until, endsAt = :end',
        ConditionExpression: 'attribute_not_exists(answerEnd) OR answerEnd < :until',
        ExpressionAttributeValues: { ':until': until, ':end': endsAt(until) },
      });
      await conditionalWrite(() => client.send(command)); // without effect: it is noted for longer
    },
    lastAnswerEnd: async (imageId) => {
      const Key = answersKey(imageId);
      const command = new GetCommand({ TableName: table, Key, ConsistentRead: true });
      const { Item } = await withRetry(() => client.send(command));
      return dynamoValue('images', Item, 'answerEnd', withDefault(number, 0));
    },
  };
}
