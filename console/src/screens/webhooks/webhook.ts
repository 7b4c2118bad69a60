import type {
  CreateWebhookRequest,
  ListWebhookDeliveriesAnswer,
  ListWebhooksAnswer,
} from 'imagewell-client';
import { formatNumber } from '../../texts/format.ts';
import {
  cureOfStatus,
  EVENT_TEXTS,
  SEND_FAULT_TEXTS,
  WEBHOOKS_TEXTS,
} from '../../texts/webhooks-texts.ts';

export type Webhook = ListWebhooksAnswer['webhooks'][number];
export type Delivery = ListWebhookDeliveriesAnswer['deliveries'][number];
export type Attempt = Delivery['attempts'][number];
export type EventType = NonNullable<CreateWebhookRequest['eventTypes']>[number];
export type SendFault = NonNullable<Attempt['fault']>;

export const EVENT_TYPES = Object.keys(EVENT_TEXTS) as EventType[];

/** The variable that a receiver reads the secret from. */
export const SECRET_NAME = 'IMAGEWELL_WEBHOOK_SECRET';

/** "500 in 120 ms". */
export const describeAttempt = ({ status, fault, durationMs }: Attempt) =>
  WEBHOOKS_TEXTS.inMs(String(status ?? fault), formatNumber(durationMs));

/** The cure of an attempt; empty where it was taken. */
export const cureOf = ({ status, fault }: Attempt) =>
  fault === null ? cureOfStatus(status ?? 0) : SEND_FAULT_TEXTS[fault];
