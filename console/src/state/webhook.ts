import type {
  CreateWebhookRequest,
  ListWebhookDeliveriesResult,
  ListWebhooksResult,
} from 'imagewell-client';

export type Webhook = ListWebhooksResult['webhooks'][number];
export type Delivery = ListWebhookDeliveriesResult['deliveries'][number];
export type EventType = NonNullable<CreateWebhookRequest['eventTypes']>[number];
export type SendFault = NonNullable<Delivery['attempts'][number]['fault']>;
