import type { DescribedWebhook } from '../../api/calls/webhooks.ts';
import type { Services } from '../../ports/services.ts';
import type { Member } from '../access/authorize-member.ts';
import { describeWebhook } from './describe-webhook.ts';

/** The webhooks of a project, the oldest first. */
export async function listWebhooks(
  services: Pick<Services, 'webhooks' | 'clock'>,
  { project }: Member,
): Promise<{ webhooks: DescribedWebhook[] }> {
  const { webhooks } = await services.webhooks.getWebhooks(project.projectId);
  return { webhooks: webhooks.map((webhook) => describeWebhook(webhook, services.clock())) };
}
