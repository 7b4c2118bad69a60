import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import type { Webhook } from '../../webhooks/webhook.ts';

/** Concurrent changes take turns, each after one more read. */
const MAX_TRIES = 40;

/**
 * Stores a change of a project's webhooks, computed from the present ones; the change may be called
 * again after a conflict.
 */
export async function changeWebhooks(
  { webhooks }: Pick<Services, 'webhooks'>,
  projectId: string,
  change: (before: readonly Webhook[]) => readonly Webhook[],
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { webhooks: before, version } = await webhooks.getWebhooks(projectId);
    if (await webhooks.replaceWebhooks(projectId, change(before), version)) return;
  }
  const headers = { 'Retry-After': '1' };
  throw new ServiceError('busy', {
    detail: 'The webhooks are being changed concurrently; retry.',
    headers,
  });
}

/** The webhook of an id; throws webhook_not_found. */
export function findWebhook(webhooks: readonly Webhook[], webhookId: string): Webhook {
  const found = webhooks.find((webhook) => webhook.webhookId === webhookId);
  if (!found) throw new ServiceError('webhook_not_found');
  return found;
}

/** Stores a change of one webhook, and answers the new webhook; throws webhook_not_found. */
export async function changeWebhook(
  services: Pick<Services, 'webhooks'>,
  { projectId, webhookId }: Pick<Webhook, 'projectId' | 'webhookId'>,
  change: (before: Webhook) => Webhook,
): Promise<Webhook> {
  let changed: Webhook | undefined;
  await changeWebhooks(services, projectId, (all) => {
    const result = change(findWebhook(all, webhookId));
    changed = result;
    return all.map((candidate) => (candidate.webhookId === webhookId ? result : candidate));
  });
  if (!changed) throw new Error('a change that is stored was made');
  return changed;
}
