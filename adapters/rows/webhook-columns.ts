import type { EventType, SubscribableType } from '../../core/events/event-types.ts';
import { type Attempt, DELIVERY_STATES, type Delivery } from '../../core/webhooks/delivery.ts';
import { SEND_FAULTS } from '../../core/webhooks/send-outcome.ts';
import type { Webhook, WebhookSecret } from '../../core/webhooks/webhook.ts';
import {
  boolean,
  type ColumnsOf,
  fields,
  json,
  list,
  number,
  oneOf,
  orNull,
  text,
  withDefault,
  wordOf,
} from './columns.ts';

// the table of event types imports its schemas, which most readers of these rows don't need
const SUBSCRIBABLE_TYPES = {
  'temporary_image.uploaded': true,
  'image.saved': true,
  'image.pending_review': true,
  'image.approved': true,
  'image.rejected': true,
  'image.metadata_updated': true,
  'image.replaced': true,
  'image.restored': true,
  'image.deleted': true,
  'quota.warning': true,
  'quota.exceeded': true,
} as const satisfies Readonly<Record<SubscribableType, true>>;
const subscribableType = wordOf<SubscribableType>(SUBSCRIBABLE_TYPES);
const eventType = wordOf<EventType>({ ...SUBSCRIBABLE_TYPES, 'webhook.test': true });

const attempt = fields({
  at: number,
  status: orNull(number),
  fault: orNull(oneOf(SEND_FAULTS)),
  durationMs: number,
} satisfies ColumnsOf<Attempt>);

/** A delivery, which both databases keep as a JSON text. */
export const delivery = json(
  fields({
    deliveryId: text,
    webhookId: text,
    projectId: text,
    eventId: text,
    eventType,
    body: text,
    createdAt: number,
    state: oneOf(DELIVERY_STATES),
    attempts: list(attempt),
    tries: number,
    nextAt: orNull(number),
    revision: number,
  } satisfies ColumnsOf<Delivery>),
);

const secret = fields({
  secret: text,
  createdAt: number,
  expiresAt: orNull(number),
} satisfies ColumnsOf<WebhookSecret>);

const webhook = fields({
  webhookId: text,
  projectId: text,
  url: text,
  eventTypes: orNull(list(subscribableType)),
  enabled: boolean,
  createdAt: number,
  secrets: list(secret),
} satisfies ColumnsOf<Webhook>);

/**
 * The webhooks of a project, which both databases keep as a JSON text; empty if it never had one.
 */
export const webhooks = withDefault(json(list(webhook)), []);
