import { SQSClient } from '@aws-sdk/client-sqs';

/**
 * The client of the queues' adapters, for the region and account of the environment. It uses its
 * configured endpoint. The SDK would use the host in a queue's URL, which is the same in AWS and
 * may not resolve on an emulator.
 */
export function createSqsClient(): SQSClient {
  return new SQSClient({ useQueueUrlAsEndpoint: false });
}
