import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createAwsClient } from '../../aws-clients/create-client.ts';
import type { CallerClients } from '../../aws-clients/time-limits.ts';

/**
 * The client of the DynamoDB adapters, for the region and account of the environment. In a function
 * it makes each call once: the adapters retry, with one bound for all attempts together.
 */
export function createDynamoClient(
  caller: keyof CallerClients = 'function',
): DynamoDBDocumentClient {
  const client = createAwsClient(caller, 'DynamoDBClient', DynamoDBClient);
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
