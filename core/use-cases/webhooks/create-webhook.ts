import type { InputOf } from '../../api/call-types.ts';
import type { DescribedWebhook } from '../../api/calls/webhooks.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { encodeIdBytes } from '../../images/ids.ts';
import type { Services } from '../../ports/services.ts';
import { createWebhookSecret, type Webhook } from '../../webhooks/webhook.ts';
import type { Member } from '../access/authorize-member.ts';
import { changeWebhooks } from './change-webhooks.ts';
import { checkWebhookUrl } from './check-webhook-url.ts';
import { describeWebhook } from './describe-webhook.ts';

type Needs = Pick<Services, 'webhooks' | 'deliveryQueue' | 'clock' | 'randomBytes'>;

/** A webhook after its URL was validated. */
function makeWebhook(
  { clock, randomBytes }: Needs,
  projectId: string,
  { url, eventTypes }: InputOf<'createWebhook'>,
): Webhook {
  const createdAt = clock();
  return {
    webhookId: `whk_${encodeIdBytes(randomBytes(26))}`,
    projectId,
    url: new URL(url).href,
    eventTypes: eventTypes ?? null,
    enabled: true,
    createdAt,
    secrets: [createWebhookSecret(randomBytes, createdAt)],
  };
}

/**
 * A new webhook with its secret, which is shown only in this response; throws events_disabled,
 * validation_failed, webhook_limit_reached.
 */
export async function createWebhook(
  services: Needs,
  { project }: Member,
  input: InputOf<'createWebhook'>,
): Promise<{ webhook: DescribedWebhook; secret: string }> {
  if (!services.deliveryQueue.isOn) throw new ServiceError('events_disabled');
  checkWebhookUrl(services, input.url);
  const { projectId } = project;
  const result = makeWebhook(services, projectId, input);
  await changeWebhooks(services, projectId, (before) => {
    if (before.length >= LIMITS.maxWebhooks) throw new ServiceError('webhook_limit_reached');
    return [...before, result];
  });
  const [secret] = result.secrets;
  return {
    webhook: describeWebhook(result, services.clock()),
    secret: secret?.secret ?? '',
  };
}
