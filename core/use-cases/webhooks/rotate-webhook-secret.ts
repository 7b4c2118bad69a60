import type { InputOf } from '../../api/call-types.ts';
import type { DescribedWebhook } from '../../api/calls/webhooks.ts';
import { LIMITS } from '../../foundation/limits.ts';
import type { Services } from '../../ports/services.ts';
import { createWebhookSecret, withNewSecret } from '../../webhooks/webhook.ts';
import type { Member } from '../access/authorize-member.ts';
import { changeWebhook } from './change-webhooks.ts';
import { describeWebhook } from './describe-webhook.ts';

type Needs = Pick<Services, 'webhooks' | 'clock' | 'randomBytes'>;

const HOUR_MS = 3_600_000;

/**
 * A new secret, shown only in this response; the former one signs too until the overlap ends.
 * Throws webhook_not_found.
 */
export async function rotateWebhookSecret(
  services: Needs,
  { project }: Member,
  { webhookId, overlapHours = LIMITS.defaultOverlapHours }: InputOf<'rotateWebhookSecret'>,
): Promise<{ webhook: DescribedWebhook; secret: string }> {
  const { projectId } = project;
  const now = services.clock();
  const next = createWebhookSecret(services.randomBytes, now);
  const end = now + overlapHours * HOUR_MS;
  const webhook = await changeWebhook(services, { projectId, webhookId }, (before) =>
    withNewSecret(before, next, end),
  );
  return { webhook: describeWebhook(webhook, now), secret: next.secret };
}
