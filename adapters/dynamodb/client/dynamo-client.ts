import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/**
 * The client of the DynamoDB adapters, for the region and account of the environment. It makes each
 * call once: the adapters retry, with one bound for all attempts together. A call without a
 * response is given up after 1.5 s, far above DynamoDB's latency.
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
