import { resendWebhookDelivery as CONTRACT } from '../../api/calls/resend-webhook-delivery.ts';
import type { DescribedDelivery } from '../../api/calls/webhook-shapes.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import { type Delivery, type DeliveryName, sentAgain } from '../../webhooks/delivery.ts';
import type { Person } from '../access/authenticate-person.ts';
import { requireRole } from '../access/require-role.ts';
import { findWebhook } from './change-webhooks.ts';
import { describeDelivery } from './describe-webhook.ts';

type Needs = Pick<
  Services,
  'memberships' | 'projects' | 'webhooks' | 'deliveries' | 'deliveryQueue' | 'clock'
>;

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

/** Has a delivery tried again at once; throws webhook_not_found, delivery_not_found, events_disabled. */
export async function resendWebhookDelivery(
  services: Needs,
  person: Person,
  name: DeliveryName,
): Promise<{ delivery: DescribedDelivery }> {
  await requireRole(services, person, name.projectId, CONTRACT.credential.role);
  if (!services.deliveryQueue.isOn) throw new ServiceError('events_disabled');
  const { webhooks } = await services.webhooks.getWebhooks(name.projectId);
  findWebhook(webhooks, name.webhookId);
  const delivery = await makeDue(services, name);
  await services.deliveryQueue.add([{ ...name, dueAt: delivery.nextAt ?? services.clock() }]);
  return { delivery: describeDelivery(delivery) };
}
