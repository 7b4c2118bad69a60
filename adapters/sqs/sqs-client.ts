import { SQSClient } from '@aws-sdk/client-sqs';

/**
 * The client that the queues' adapters are made for, of the region and account that the environment
 * names. It asks the endpoint that it is given: the SDK would ask the host in a queue's URL, which
 * is the same in AWS and a name that may not resolve on an emulator.
 */
export function createSqsClient(): SQSClient {
  return new SQSClient({ useQueueUrlAsEndpoint: false });
}
