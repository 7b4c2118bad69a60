import type { InputOf } from '../../api/call-types.ts';
import type { DescribedDelivery } from '../../api/calls/webhooks.ts';
import { LIMITS } from '../../foundation/limits.ts';
import type { Services } from '../../ports/services.ts';
import type { Member } from '../access/authorize-member.ts';
import { findWebhook } from './change-webhooks.ts';
import { describeDelivery } from './describe-webhook.ts';

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
