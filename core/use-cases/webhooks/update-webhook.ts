import type { InputOf } from '../../api/call-types.ts';
import type { DescribedWebhook } from '../../api/calls/webhooks.ts';
import type { Services } from '../../ports/services.ts';
import type { Member } from '../access/authorize-member.ts';
import { changeWebhook } from './change-webhooks.ts';
import { checkWebhookUrl } from './check-webhook-url.ts';
import { describeWebhook } from './describe-webhook.ts';

/** Changes a webhook and answers it; throws webhook_not_found, validation_failed. */
export async function updateWebhook(
  services: Pick<Services, 'webhooks' | 'clock' | 'deliveryQueue'>,
  { project }: Member,
  { webhookId, ...change }: InputOf<'updateWebhook'>,
): Promise<{ webhook: DescribedWebhook }> {
  const { projectId } = project;
  const { url, ...rest } = change;
  if (url !== undefined) checkWebhookUrl(services, url);
  const named = { ...rest, ...(url === undefined ? {} : { url: new URL(url).href }) };
  const webhook = await changeWebhook(services, { projectId, webhookId }, (before) => ({
    ...before,
    ...named,
  }));
  return { webhook: describeWebhook(webhook, services.clock()) };
}
