import type { DescribedDelivery, DescribedWebhook } from '../../api/calls/webhooks.ts';
import type { Delivery } from '../../webhooks/delivery.ts';
import { activeSecrets, type Webhook } from '../../webhooks/webhook.ts';

const time = (at: number) => new Date(at).toISOString();
const timeOrNull = (at: number | null) => (at === null ? null : time(at));

/** A webhook as the API shows it, without its secrets. */
export function describeWebhook(webhook: Webhook, now: number): DescribedWebhook {
  const { webhookId, url, eventTypes, enabled, createdAt } = webhook;
  const secrets = activeSecrets(webhook, now).map((secret) => ({
    createdAt: time(secret.createdAt),
    expiresAt: timeOrNull(secret.expiresAt),
  }));
  const types = eventTypes && [...eventTypes];
  return { webhookId, url, eventTypes: types, enabled, createdAt: time(createdAt), secrets };
}

/** A delivery as the API shows it. */
export function describeDelivery(delivery: Delivery): DescribedDelivery {
  const { deliveryId, eventId, eventType, state, createdAt, nextAt, attempts } = delivery;
  return {
    deliveryId,
    eventId,
    eventType,
    state,
    createdAt: time(createdAt),
    nextAt: timeOrNull(nextAt),
    attempts: attempts.map(({ at, ...rest }) => ({ at: time(at), ...rest })),
  };
}
