import { setTimeout as sleep } from 'node:timers/promises';
import type { ImagewellForUsers } from '../../client/src/create-imagewell-for-users.ts';
import type { ListWebhookDeliveriesResult } from '../../client/src/generated/calls.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import type { Session } from '../session.ts';

type Delivery = ListWebhookDeliveriesResult['deliveries'][number];

const STATES = ['delivered', 'failed', 'pending'] as const;
const PATIENCE_MS = 15_000;
const PAUSE_MS = 500;

/** The webhook of a test. */
export interface TestedWebhook {
  readonly calls: ImagewellForUsers;
  readonly projectId: string;
  readonly webhookId: string;
}

async function findAttempted(
  { calls, projectId, webhookId }: TestedWebhook,
  deliveryId: string,
): Promise<Delivery | undefined> {
  for (const state of STATES) {
    const { deliveries } = await calls.listWebhookDeliveries({ projectId, webhookId, state });
    const found = deliveries.find((delivery) => delivery.deliveryId === deliveryId);
    if (found) return found.attempts.length > 0 ? found : undefined;
  }
  return undefined;
}

async function waitForAttempt(tested: TestedWebhook, deliveryId: string) {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    const found = await findAttempted(tested, deliveryId);
    if (found) return found;
    await sleep(PAUSE_MS);
  }
  return undefined;
}

/** `webhooks test`: sends a test event, and says how the receiver answered. */
export async function sendTest(
  session: Session,
  tested: TestedWebhook,
  isWaiting: boolean,
): Promise<void> {
  const { calls, projectId, webhookId } = tested;
  const { delivery } = await calls.testWebhook({ projectId, webhookId });
  const { deliveryId } = delivery;
  if (!isWaiting) {
    return session.print({ delivery }, () => `${deliveryId} is queued to be sent.`);
  }
  const attempted = await waitForAttempt(tested, deliveryId);
  const attempt = attempted?.attempts.at(-1);
  session.print({ delivery: attempted ?? delivery }, () => {
    if (!attempt) return `${deliveryId} was not sent yet; see webhooks deliveries.`;
    const outcome = attempt.status ?? attempt.fault;
    const { durationMs } = attempt;
    const verb = attempted?.state === 'delivered' ? 'is delivered' : 'failed';
    return `${deliveryId} ${verb}: ${outcome} in ${durationMs} ms`;
  });
  if (!attempt) session.endWith(EXIT_CODES.later.code);
  else if (attempted?.state !== 'delivered') session.endWith(EXIT_CODES.failed.code);
}
