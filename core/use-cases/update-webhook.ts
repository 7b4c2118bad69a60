import { updateWebhook as CONTRACT } from '../contract/calls/update-webhook.ts';
import type { DescribedWebhook } from '../contract/calls/webhook-shapes.ts';
import type { Services } from '../ports.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import type { Person } from './authenticate-person.ts';
import { changeWebhook } from './change-webhooks.ts';
import { describeWebhook } from './describe-webhook.ts';
import { requireRole } from './require-role.ts';

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
