import { createWebhook as CONTRACT } from '../../api/calls/create-webhook.ts';
import type { DescribedWebhook } from '../../api/calls/webhook-shapes.ts';
import type { EventType } from '../../events/event-types.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { encodeIdBytes } from '../../images/ids.ts';
import type { Services } from '../../ports/services.ts';
import { createWebhookSecret, type Webhook } from '../../webhooks/webhook.ts';
import type { Person } from '../access/authenticate-person.ts';
import { requireRole } from '../access/require-role.ts';
import { changeWebhooks } from './change-webhooks.ts';
import { describeWebhook } from './describe-webhook.ts';

type Needs = Pick<
  Services,
  'memberships' | 'projects' | 'webhooks' | 'deliveryQueue' | 'clock' | 'randomBytes'
>;

interface Input {
  readonly projectId: string;
  readonly url: string;
  readonly eventTypes?: readonly EventType[] | null;
}

/** A webhook after its URL was validated. */
function makeWebhook(
  { clock, randomBytes }: Needs,
  { projectId, url, eventTypes }: Input,
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

/** A new webhook and, this once, its secret; throws events_disabled, webhook_limit_reached. */
export async function createWebhook(
  services: Needs,
  person: Person,
  input: Input,
): Promise<{ webhook: DescribedWebhook; secret: string }> {
  await requireRole(services, person, input.projectId, CONTRACT.credential.role);
  if (!services.deliveryQueue.isOn) throw new ServiceError('events_disabled');
  const made = makeWebhook(services, input);
  await changeWebhooks(services, input.projectId, (before) => {
    if (before.length >= LIMITS.maxWebhooks) throw new ServiceError('webhook_limit_reached');
    return [...before, made];
  });
  const [secret] = made.secrets;
  return {
    webhook: describeWebhook(made, services.clock()),
    secret: secret?.secret ?? '',
  };
}
