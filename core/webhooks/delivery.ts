import type { EventType } from '../events/event-types.ts';
import { derivedId, type ServiceEvent } from '../events/service-event.ts';
import { LIMITS } from '../foundation/limits.ts';
import type { SendFault, SendOutcome } from './send-outcome.ts';
import type { Webhook } from './webhook.ts';

/** Waiting or being attempted; accepted by its receiver; given up: a dead letter. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One attempt. Only the status of the response is stored. */
export interface Attempt {
  readonly at: number;
  readonly status: number | null;
  readonly fault: SendFault | null;
  readonly durationMs: number;
}

/** An event on its way to a webhook. */
export interface Delivery {
  /** `dlv_` + 26, of webhook and event: an event that is published again is no second delivery. */
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly projectId: string;
  readonly eventId: string;
  readonly eventType: EventType;
  /** The bytes that are signed and sent, the same in every attempt. */
  readonly body: string;
  readonly createdAt: number;
  readonly state: DeliveryState;
  /** The newest last, as many as are stored. */
  readonly attempts: readonly Attempt[];
  /** Attempts since it was made, or resent. */
  readonly tries: number;
  /** The time of its next attempt; null if there is none. */
  readonly nextAt: number | null;
  /** Raised by each change. */
  readonly revision: number;
}

/** The key of a delivery. */
export type DeliveryName = Pick<Delivery, 'projectId' | 'webhookId' | 'deliveryId'>;

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

/**
 * Standard Webhooks, "Retry schedule": the pauses after each failed attempt, some three days in
 * all.
 */
export const PAUSES_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
const MAX_ATTEMPTS_KEPT = 30;
/** RFC 9110: the receiver wants nothing more. Standard Webhooks: disable the endpoint. */
const GONE = 410;

/** The delivery of an event to a webhook, due immediately. */
export function createDelivery(webhook: Webhook, event: ServiceEvent, now: number): Delivery {
  const { webhookId, projectId } = webhook;
  return {
    deliveryId: derivedId('dlv_', webhookId, event.id),
    webhookId,
    projectId,
    eventId: event.id,
    eventType: event.type,
    body: JSON.stringify(event),
    createdAt: now,
    state: 'pending',
    attempts: [],
    tries: 0,
    nextAt: now,
    revision: 1,
  };
}

export function isTaken({ status }: Pick<SendOutcome, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

export function isGone({ status }: Pick<SendOutcome, 'status'>): boolean {
  return status === GONE;
}

function stateAfter(attempt: Attempt, pause: number | undefined): DeliveryState {
  if (isTaken(attempt)) return 'delivered';
  return isGone(attempt) || pause === undefined ? 'failed' : 'pending';
}

/** The delivery after an attempt. */
export function afterAttempt(delivery: Delivery, attempt: Attempt): Delivery {
  const pause = PAUSES_MS[delivery.tries];
  const state = stateAfter(attempt, pause);
  return {
    ...delivery,
    state,
    attempts: [...delivery.attempts, attempt].slice(-MAX_ATTEMPTS_KEPT),
    tries: delivery.tries + 1,
    nextAt: state === 'pending' ? attempt.at + (pause ?? 0) : null,
    revision: delivery.revision + 1,
  };
}

/** The delivery after its last attempt. */
export function givenUp(delivery: Delivery): Delivery {
  return { ...delivery, state: 'failed', nextAt: null, revision: delivery.revision + 1 };
}

/**
 * The delivery after it was resent, from any state: it has all attempts again, the first
 * immediately.
 */
export function sentAgain(delivery: Delivery, now: number): Delivery {
  const { revision } = delivery;
  return { ...delivery, state: 'pending', tries: 0, nextAt: now, revision: revision + 1 };
}

/** The expiry of a delivery's record. */
export function deliveryEnd({ createdAt }: Pick<Delivery, 'createdAt'>): number {
  return createdAt + LIMITS.webhookDeliveryLifeMs;
}
