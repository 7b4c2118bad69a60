import { updateWebhook as CONTRACT } from '../../api/calls/update-webhook.ts';
import type { DescribedWebhook } from '../../api/calls/webhook-shapes.ts';
import type { Services } from '../../ports/services.ts';
import type { Webhook } from '../../webhooks/webhook.ts';
import type { Person } from '../access/authenticate-person.ts';
import { requireRole } from '../access/require-role.ts';
import { changeWebhook } from './change-webhooks.ts';
import { describeWebhook } from './describe-webhook.ts';

type Input = Pick<Webhook, 'projectId' | 'webhookId'> &
  Partial<Pick<Webhook, 'url' | 'eventTypes' | 'enabled'>>;

/** The webhook as it is changed; throws webhook_not_found. */
export async function updateWebhook(
  services: Pick<Services, 'memberships' | 'projects' | 'webhooks' | 'clock'>,
  person: Person,
  { projectId, webhookId, ...change }: Input,
): Promise<{ webhook: DescribedWebhook }> {
  await requireRole(services, person, projectId, CONTRACT.credential.role);
  const { url, ...rest } = change;
  const named = { ...rest, ...(url === undefined ? {} : { url: new URL(url).href }) };
  const webhook = await changeWebhook(services, { projectId, webhookId }, (before) => ({
    ...before,
    ...named,
  }));
  return { webhook: describeWebhook(webhook, services.clock()) };
}
