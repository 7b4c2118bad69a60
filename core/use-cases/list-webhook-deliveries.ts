import { listWebhookDeliveries as CONTRACT } from '../contract/calls/list-webhook-deliveries.ts';
import type { DescribedDelivery } from '../contract/calls/webhook-shapes.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Services } from '../ports.ts';
import type { DeliveryState } from '../webhooks/delivery.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import type { Person } from './authenticate-person.ts';
import { findWebhook } from './change-webhooks.ts';
import { describeDelivery } from './describe-webhook.ts';
import { requireRole } from './require-role.ts';

interface Input extends Pick<Webhook, 'projectId' | 'webhookId'> {
  readonly state?: DeliveryState;
  readonly limit?: number;
}

/** Deliveries of a webhook in one state, dead letters unless another is asked for; throws webhook_not_found. */
export async function listWebhookDeliveries(
  services: Pick<Services, 'memberships' | 'projects' | 'webhooks' | 'deliveries'>,
  person: Person,
  { projectId, webhookId, state = 'failed', limit = LIMITS.defaultListedDeliveries }: Input,
): Promise<{ deliveries: DescribedDelivery[] }> {
  await requireRole(services, person, projectId, CONTRACT.credential.role);
  const { webhooks } = await services.webhooks.getWebhooks(projectId);
  findWebhook(webhooks, webhookId);
  const found = await services.deliveries.listDeliveries(webhookId, state, limit);
  return { deliveries: found.map(describeDelivery) };
}
