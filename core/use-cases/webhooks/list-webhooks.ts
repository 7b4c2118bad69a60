import { listWebhooks as CONTRACT } from '../../api/calls/list-webhooks.ts';
import type { DescribedWebhook } from '../../api/calls/webhook-shapes.ts';
import type { Services } from '../../ports/services.ts';
import type { Person } from '../access/authenticate-person.ts';
import { requireRole } from '../access/require-role.ts';
import { describeWebhook } from './describe-webhook.ts';

/** The webhooks of a project, the oldest first. */
export async function listWebhooks(
  services: Pick<Services, 'memberships' | 'projects' | 'webhooks' | 'clock'>,
  person: Person,
  { projectId }: { projectId: string },
): Promise<{ webhooks: DescribedWebhook[] }> {
  await requireRole(services, person, projectId, CONTRACT.credential.role);
  const { webhooks } = await services.webhooks.getWebhooks(projectId);
  return { webhooks: webhooks.map((one) => describeWebhook(one, services.clock())) };
}
