import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { TABLES } from '../../core/contract/tables.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';

const MAX_AT_ONCE = 500;

/** Queues again, oldest first, what is due and not purged. */
export async function handler(): Promise<void> {
  const tables = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const queue = new SQSClient({});
  const { Items = [] } = await tables.send(
    new QueryCommand({
      TableName: readEnvironment(ENVIRONMENT.imagesTable),
      IndexName: TABLES.images.indexes[0].name,
      KeyConditionExpression: 'purge = :due',
      ExpressionAttributeValues: { ':due': 'due' },
      Limit: MAX_AT_ONCE,
    }),
  );
  const QueueUrl = readEnvironment(ENVIRONMENT.purgeQueueUrl);
  for (const { id } of Items) {
    const MessageBody = JSON.stringify({ imageId: id });
    await queue.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  }
}
