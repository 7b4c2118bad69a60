import type { InputOf } from '../../api/call-types.ts';
import type { DescribedDelivery, DescribedWebhook } from '../../api/calls/webhooks.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { encodeIdBytes } from '../../images/ids.ts';
import type { Services } from '../../ports/services.ts';
import type { Delivery } from '../../webhooks/delivery.ts';
import {
  activeSecrets,
  createWebhookSecret,
  type Webhook,
  withNewSecret,
} from '../../webhooks/webhook.ts';
import { findWebhookUrlFault, isLoopbackWebhookUrl } from '../../webhooks/webhook-url.ts';
import type { Member } from '../access/authorize-member.ts';

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

/**
 * Throws validation_failed for a URL of the machine itself, unless the service may send there. All
 * else was validated with the input.
 */
export function checkWebhookUrl(
  { deliveryQueue }: Pick<Services, 'deliveryQueue'>,
  url: string,
): void {
  if (deliveryQueue.mayReachLoopback || !isLoopbackWebhookUrl(url)) return;
  const detail = findWebhookUrlFault(url) ?? '';
  throw new ServiceError('validation_failed', {
    detail,
    errors: [{ pointer: '/url', code: 'invalid_url', detail }],
  });
}

const time = (at: number) => new Date(at).toISOString();
const timeOrNull = (at: number | null) => (at === null ? null : time(at));

/** A webhook as the API shows it, without its secrets. */
export function describeWebhook(webhook: Webhook, now: number): DescribedWebhook {
  const { webhookId, url, eventTypes, enabled, createdAt } = webhook;
  const secrets = activeSecrets(webhook, now).map((secret) => ({
    createdAt: time(secret.createdAt),
    expiresAt: timeOrNull(secret.expiresAt),
  }));
  const types = eventTypes && [...eventTypes];
  return { webhookId, url, eventTypes: types, enabled, createdAt: time(createdAt), secrets };
}

/** A delivery as the API shows it. */
export function describeDelivery(delivery: Delivery): DescribedDelivery {
  const { deliveryId, eventId, eventType, state, createdAt, nextAt, body, attempts } = delivery;
  return {
    deliveryId,
    eventId,
    eventType,
    state,
    createdAt: time(createdAt),
    nextAt: timeOrNull(nextAt),
    body,
    attempts: attempts.map(({ at, ...rest }) => ({ at: time(at), ...rest })),
  };
}

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

/** The webhooks of a project, the oldest first. */
export async function listWebhooks(
  services: Pick<Services, 'webhooks' | 'clock'>,
  { project }: Member,
): Promise<{ webhooks: DescribedWebhook[] }> {
  const { webhooks } = await services.webhooks.getWebhooks(project.projectId);
  return { webhooks: webhooks.map((webhook) => describeWebhook(webhook, services.clock())) };
}

/** Changes a webhook and answers it; throws webhook_not_found, validation_failed. */
export async function updateWebhook(
  services: Pick<Services, 'webhooks' | 'clock' | 'deliveryQueue'>,
  { project }: Member,
  { webhookId, ...change }: InputOf<'updateWebhook'>,
): Promise<{ webhook: DescribedWebhook }> {
  const { projectId } = project;
  const { url, ...rest } = change;
  if (url !== undefined) checkWebhookUrl(services, url);
  const named = { ...rest, ...(url === undefined ? {} : { url: new URL(url).href }) };
  const webhook = await changeWebhook(services, { projectId, webhookId }, (before) => ({
    ...before,
    ...named,
  }));
  return { webhook: describeWebhook(webhook, services.clock()) };
}

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

const HOUR_MS = 3_600_000;

/**
 * A new secret, shown only in this response; the former one signs too until the overlap ends.
 * Throws webhook_not_found.
 */
export async function rotateWebhookSecret(
  services: Omit<Needs, 'deliveryQueue'>,
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
