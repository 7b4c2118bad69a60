import { rotateWebhookSecret as CONTRACT } from '../../api/calls/rotate-webhook-secret.ts';
import type { DescribedWebhook } from '../../api/calls/webhook-shapes.ts';
import { LIMITS } from '../../foundation/limits.ts';
import type { Services } from '../../ports/services.ts';
import { createWebhookSecret, type Webhook, withNewSecret } from '../../webhooks/webhook.ts';
import type { Person } from '../access/authenticate-person.ts';
import { requireRole } from '../access/require-role.ts';
import { changeWebhook } from './change-webhooks.ts';
import { describeWebhook } from './describe-webhook.ts';

type Needs = Pick<Services, 'memberships' | 'projects' | 'webhooks' | 'clock' | 'randomBytes'>;
type Input = Pick<Webhook, 'projectId' | 'webhookId'> & { readonly overlapHours?: number };

const HOUR_MS = 3_600_000;

/** A new secret, shown this once; the one before signs too until the overlap ends. Throws webhook_not_found. */
export async function rotateWebhookSecret(
  services: Needs,
  person: Person,
  { projectId, webhookId, overlapHours = LIMITS.defaultOverlapHours }: Input,
): Promise<{ webhook: DescribedWebhook; secret: string }> {
  await requireRole(services, person, projectId, CONTRACT.credential.role);
  const now = services.clock();
  const next = createWebhookSecret(services.randomBytes, now);
  const end = now + overlapHours * HOUR_MS;
  const webhook = await changeWebhook(services, { projectId, webhookId }, (before) =>
    withNewSecret(before, next, end),
  );
  return { webhook: describeWebhook(webhook, now), secret: next.secret };
}
