import { createDynamoDeliveryStore } from '../../adapters/dynamodb/webhooks/delivery-store.ts';
import { createDynamoWebhookStore } from '../../adapters/dynamodb/webhooks/webhook-store.ts';
import { createSqsDeliveryQueue, NO_DELIVERY_QUEUE } from '../../adapters/sqs/delivery-queue.ts';
import type { Services } from '../../core/ports/services.ts';
import type { DeliveryQueue } from '../../core/ports/webhooks/delivery-queue.ts';
import { ENVIRONMENT, NO_EVENTS, readEnvironment } from '../environment.ts';
import type { ServiceParts } from './services.ts';
import { sharedDynamoClient, sharedSqsClient } from './shared-clients.ts';

/** Webhook deliveries and the records that they need. */
export type WebhookParts = Pick<Services, 'webhooks' | 'deliveries' | 'deliveryQueue'>;

function createDeliveryQueue(): DeliveryQueue {
  const url = readEnvironment(ENVIRONMENT.deliveryQueueUrl);
  if (url === NO_EVENTS) return NO_DELIVERY_QUEUE;
  return createSqsDeliveryQueue(sharedSqsClient(), url, Date.now);
}

/** For functions that change webhooks, and functions that publish events to them. */
export const AWS_WEBHOOKS: ServiceParts<WebhookParts> = {
  webhooks: () =>
    createDynamoWebhookStore(sharedDynamoClient(), readEnvironment(ENVIRONMENT.webhooksTable)),
  deliveries: () =>
    createDynamoDeliveryStore(sharedDynamoClient(), readEnvironment(ENVIRONMENT.webhooksTable)),
  deliveryQueue: createDeliveryQueue,
};
