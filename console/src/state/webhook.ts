import type {
  CreateWebhookRequest,
  ListWebhookDeliveriesAnswer,
  ListWebhooksAnswer,
} from 'imagewell-client';

export type Webhook = ListWebhooksAnswer['webhooks'][number];
export type Delivery = ListWebhookDeliveriesAnswer['deliveries'][number];
export type EventType = NonNullable<CreateWebhookRequest['eventTypes']>[number];
export type SendFault = NonNullable<Delivery['attempts'][number]['fault']>;
