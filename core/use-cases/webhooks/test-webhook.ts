import type { InputOf } from '../../api/call-types.ts';
import type { DescribedDelivery } from '../../api/calls/webhooks.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import { createTestDelivery } from '../../webhooks/delivery.ts';
import type { Member } from '../access/authorize-member.ts';
import { findWebhook } from './change-webhooks.ts';
import { describeDelivery } from './describe-webhook.ts';

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
