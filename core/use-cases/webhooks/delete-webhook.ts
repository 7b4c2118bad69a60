import { deleteWebhook as CONTRACT } from '../../api/calls/delete-webhook.ts';
import type { Services } from '../../ports/services.ts';
import type { Webhook } from '../../webhooks/webhook.ts';
import type { Person } from '../access/authenticate-person.ts';
import { requireRole } from '../access/require-role.ts';
import { changeWebhooks, findWebhook } from './change-webhooks.ts';

/** Takes a webhook away, its secrets with it; throws webhook_not_found. */
export async function deleteWebhook(
  services: Pick<Services, 'memberships' | 'projects' | 'webhooks'>,
  person: Person,
  { projectId, webhookId }: Pick<Webhook, 'projectId' | 'webhookId'>,
): Promise<{ message: 'webhook_deleted' }> {
  await requireRole(services, person, projectId, CONTRACT.credential.role);
  await changeWebhooks(services, projectId, (before) => {
    const gone = findWebhook(before, webhookId);
    return before.filter((one) => one !== gone);
  });
  return { message: 'webhook_deleted' };
}
