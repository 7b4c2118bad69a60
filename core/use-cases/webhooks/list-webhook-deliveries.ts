import { listWebhookDeliveries as CONTRACT } from '../../api/calls/list-webhook-deliveries.ts';
import type { DescribedDelivery } from '../../api/calls/webhook-shapes.ts';
import { LIMITS } from '../../foundation/limits.ts';
import type { Services } from '../../ports/services.ts';
import type { DeliveryState } from '../../webhooks/delivery.ts';
import type { Webhook } from '../../webhooks/webhook.ts';
import type { Person } from '../access/authenticate-person.ts';
import { requireRole } from '../access/require-role.ts';
import { findWebhook } from './change-webhooks.ts';
import { describeDelivery } from './describe-webhook.ts';

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
