import type { InputOf } from '../../api/call-types.ts';
import type { Services } from '../../ports/services.ts';
import type { Member } from '../access/authorize-member.ts';
import { changeWebhooks, findWebhook } from './change-webhooks.ts';

/** Deletes a webhook with its secrets; throws webhook_not_found. */
export async function deleteWebhook(
  services: Pick<Services, 'webhooks'>,
  { project }: Member,
  { webhookId }: InputOf<'deleteWebhook'>,
): Promise<{ message: 'webhook_deleted' }> {
  await changeWebhooks(services, project.projectId, (before) => {
    const gone = findWebhook(before, webhookId);
    return before.filter((webhook) => webhook !== gone);
  });
  return { message: 'webhook_deleted' };
}
