import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/**
 * The client that the DynamoDB adapters are made for, of the region and account that the
 * environment names. It tries each call once: the adapters try again, with one bound for all tries
 * together. A call that hangs is given up after 1.5 s, far above what DynamoDB takes.
 */
export function createDynamoClient(): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: 1_000,
      requestTimeout: 1_500,
      throwOnRequestTimeout: true,
    },
  });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
