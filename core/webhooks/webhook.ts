import type { SubscribableType } from '../events/event-types.ts';
import type { ServiceEvent } from '../events/service-event.ts';
import type { RandomBytes } from '../foundation/nondeterminism.ts';

/** A secret that signs deliveries. */
export interface WebhookSecret {
  /** `whsec_` and base64, as Standard Webhooks writes them. */
  readonly secret: string;
  /** Milliseconds of the Unix epoch, as every `...At` of a record. */
  readonly createdAt: number;
  /** Null for the one that has not been rotated. */
  readonly expiresAt: number | null;
}

/** A destination of a project's events. */
export interface Webhook {
  /** `whk_` + 26. */
  readonly webhookId: string;
  readonly projectId: string;
  readonly url: string;
  /** Null: all, those of later versions too. */
  readonly eventTypes: readonly SubscribableType[] | null;
  /** False: nothing is sent, and waiting deliveries are given up. */
  readonly enabled: boolean;
  readonly createdAt: number;
  /** The newest first; at most two. */
  readonly secrets: readonly WebhookSecret[];
}

/** Standard Webhooks, "Signature scheme": a secret has 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** A new secret. */
export function createWebhookSecret(randomBytes: RandomBytes, createdAt: number): WebhookSecret {
  const secret = `whsec_${Buffer.from(randomBytes(SECRET_BYTES)).toString('base64')}`;
  return { secret, createdAt, expiresAt: null };
}

/** The secrets that sign at a moment: two during an overlap. */
export function activeSecrets({ secrets }: Webhook, now: number): readonly WebhookSecret[] {
  return secrets.filter(({ expiresAt }) => expiresAt === null || now < expiresAt);
}

/**
 * The webhook with a new secret: the former one signs too until the given time, and earlier ones no
 * more. Without an overlap it is gone: an end of this moment would not hold under a clock that
 * steps back.
 */
export function withNewSecret(webhook: Webhook, next: WebhookSecret, overlapEnd: number): Webhook {
  if (overlapEnd <= next.createdAt) return { ...webhook, secrets: [next] };
  const before = webhook.secrets.filter(({ expiresAt }) => expiresAt === null);
  const ending = before.map((secret) => ({ ...secret, expiresAt: overlapEnd }));
  return { ...webhook, secrets: [next, ...ending] };
}

/** Whether the webhook wants an event. */
export function isSubscribed({ enabled, eventTypes }: Webhook, { type }: ServiceEvent): boolean {
  return enabled && (eventTypes === null || eventTypes.some((requested) => requested === type));
}
