import type { Services } from '../../ports/services.ts';
import {
  afterAttempt,
  type Delivery,
  type DeliveryName,
  givenUp,
  isGone,
} from '../../webhooks/delivery.ts';
import type { SendOutcome } from '../../webhooks/send-outcome.ts';
import { signWebhook } from '../../webhooks/sign-webhook.ts';
import { activeSecrets, type Webhook } from '../../webhooks/webhook.ts';
import { changeWebhook } from './manage-webhooks.ts';

type Needs = Pick<Services, 'clock' | 'webhooks' | 'deliveries' | 'webhookSender'>;

function send(
  { clock, webhookSender }: Needs,
  { url, ...webhook }: Webhook,
  { eventId, body }: Delivery,
): Promise<SendOutcome> {
  const now = clock();
  const signed = signWebhook({ id: eventId, body }, activeSecrets({ url, ...webhook }, now), now);
  const headers = { ...signed, 'content-type': 'application/json', 'user-agent': 'imagewell' };
  return webhookSender.send({ url, headers, body });
}

async function tryOnce(needs: Needs, webhook: Webhook, delivery: Delivery): Promise<Delivery> {
  const at = needs.clock();
  const { status, fault } = await send(needs, webhook, delivery);
  return afterAttempt(delivery, { at, status, fault, durationMs: needs.clock() - at });
}

function giveUp({ clock }: Needs, delivery: Delivery, webhook: Webhook | undefined): Delivery {
  const fault = webhook ? 'webhook_disabled' : 'webhook_deleted';
  const attempt = { at: clock(), status: null, fault, durationMs: 0 } as const;
  return givenUp({ ...delivery, attempts: [...delivery.attempts, attempt] });
}

/**
 * Attempts a delivery if it is due, and records the outcome. Answers the time of the next attempt;
 * undefined: never. If it is killed between the two, the delivery is sent again under the same id.
 */
export async function deliverWebhook(
  needs: Needs,
  { projectId, webhookId, deliveryId }: DeliveryName,
): Promise<number | undefined> {
  const delivery = await needs.deliveries.getDelivery(webhookId, deliveryId);
  if (delivery?.state !== 'pending' || delivery.nextAt === null) return undefined;
  if (needs.clock() < delivery.nextAt) return delivery.nextAt;
  const { webhooks } = await needs.webhooks.getWebhooks(projectId);
  const webhook = webhooks.find((webhook) => webhook.webhookId === webhookId);
  const after = webhook?.enabled
    ? await tryOnce(needs, webhook, delivery)
    : giveUp(needs, delivery, webhook);
  const last = after.attempts.at(-1);
  // if another worker recorded an outcome meanwhile, that worker schedules the next attempt
  if (!(await needs.deliveries.replaceDelivery(after))) return undefined;
  if (webhook && last && isGone(last)) {
    await changeWebhook(needs, webhook, (stored) => ({ ...stored, enabled: false }));
  }
  return after.nextAt ?? undefined;
}
