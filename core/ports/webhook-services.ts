import type { DeliveryQueue } from './delivery-queue.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { WebhookSender } from './webhook-sender.ts';
import type { WebhookStore } from './webhook-store.ts';

/** What webhooks need beside the rest. */
export interface WebhookServices {
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly deliveryQueue: DeliveryQueue;
  readonly webhookSender: WebhookSender;
}
