import type { InputOf } from '../../api/call-types.ts';
import type { DescribedDelivery } from '../../api/calls/webhooks.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import {
  createTestDelivery,
  type Delivery,
  type DeliveryName,
  sentAgain,
} from '../../webhooks/delivery.ts';
import type { Member } from '../access/authorize-member.ts';
import { describeDelivery, findWebhook } from './manage-webhooks.ts';

/** Deliveries of a webhook in one state, dead letters by default; throws webhook_not_found. */
export async function listWebhookDeliveries(
  services: Pick<Services, 'webhooks' | 'deliveries'>,
  { project }: Member,
  {
    webhookId,
    state = 'failed',
    limit = LIMITS.defaultListedDeliveries,
  }: InputOf<'listWebhookDeliveries'>,
): Promise<{ deliveries: DescribedDelivery[] }> {
  const { webhooks } = await services.webhooks.getWebhooks(project.projectId);
  findWebhook(webhooks, webhookId);
  const found = await services.deliveries.listDeliveries(webhookId, state, limit);
  return { deliveries: found.map(describeDelivery) };
}

type Needs = Pick<Services, 'webhooks' | 'deliveries' | 'deliveryQueue' | 'clock'>;

const MAX_TRIES = 10;

async function makeDue({ deliveries, clock }: Needs, name: DeliveryName): Promise<Delivery> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const found = await deliveries.getDelivery(name.webhookId, name.deliveryId);
    if (!found) throw new ServiceError('delivery_not_found');
    const again = sentAgain(found, clock());
    if (await deliveries.replaceDelivery(again)) return again;
  }
  throw new ServiceError('busy', { headers: { 'Retry-After': '1' } });
}

/**
 * Starts a delivery again immediately; throws webhook_not_found, delivery_not_found,
 * events_disabled.
 */
export async function resendWebhookDelivery(
  services: Needs,
  { project }: Member,
  { webhookId, deliveryId }: InputOf<'resendWebhookDelivery'>,
): Promise<{ delivery: DescribedDelivery }> {
  if (!services.deliveryQueue.isOn) throw new ServiceError('events_disabled');
  const { projectId } = project;
  const { webhooks } = await services.webhooks.getWebhooks(projectId);
  findWebhook(webhooks, webhookId);
  const name = { projectId, webhookId, deliveryId };
  const delivery = await makeDue(services, name);
  await services.deliveryQueue.add([{ ...name, dueAt: delivery.nextAt ?? services.clock() }]);
  return { delivery: describeDelivery(delivery) };
}

/**
 * Has a test event sent to a webhook (webhooks.test); throws webhook_not_found, events_disabled.
 */
export async function testWebhook(
  services: Pick<Services, 'webhooks' | 'deliveries' | 'deliveryQueue' | 'clock'>,
  { project }: Member,
  { webhookId }: InputOf<'testWebhook'>,
): Promise<{ delivery: DescribedDelivery }> {
  const { clock, deliveries, deliveryQueue } = services;
  if (!deliveryQueue.isOn) throw new ServiceError('events_disabled');
  const { projectId } = project;
  const { webhooks } = await services.webhooks.getWebhooks(projectId);
  const made = createTestDelivery(findWebhook(webhooks, webhookId), clock());
  const delivery = await deliveries.addDelivery(made);
  const { deliveryId, nextAt } = delivery;
  // one that is there may not be queued: whoever stored it may have been killed then
  if (nextAt !== null)
    await deliveryQueue.add([{ projectId, webhookId, deliveryId, dueAt: nextAt }]);
  return { delivery: describeDelivery(delivery) };
}
