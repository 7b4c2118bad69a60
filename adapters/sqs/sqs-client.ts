import { SQSClient } from '@aws-sdk/client-sqs';
import { createAwsClient } from '../aws-clients/create-client.ts';
import type { CallerClients } from '../aws-clients/time-limits.ts';

/**
 * The client of the queues' adapters, for the region and account of the environment. It uses its
 * configured endpoint. The SDK would use the host in a queue's URL, which is the same in AWS and
 * may not resolve on an emulator.
 */
export function createSqsClient(caller: keyof CallerClients = 'function'): SQSClient {
  return createAwsClient(caller, 'SQSClient', SQSClient, { useQueueUrlAsEndpoint: false });
}
