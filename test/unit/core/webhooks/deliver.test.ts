import type { ServerResponse } from 'node:http';
import type { SQSEvent } from 'aws-lambda';
import { Webhook as Library } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttpsWebhookSender } from '../../../../adapters/https/webhook-sender.ts';
import type { ServiceEvent } from '../../../../core/events/service-event.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import type { Services } from '../../../../core/ports/services.ts';
import type { DueDelivery } from '../../../../core/ports/webhooks/delivery-queue.ts';
import { deliverWebhook } from '../../../../core/use-cases/webhooks/deliver-webhook.ts';
import { createWebhookSink } from '../../../../core/use-cases/webhooks/webhook-sink.ts';
import { type Delivery, PAUSES_MS } from '../../../../core/webhooks/delivery.ts';
import type { Webhook } from '../../../../core/webhooks/webhook.ts';
import { createHandler } from '../../../../lambdas/background/deliver-webhooks.ts';
import { makeEvent, makeWebhook } from '../../../contract/webhook-stores.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';
import { RECEIVER_URL, type Receiver, startReceiver } from '../../../support/webhooks/receiver.ts';

const START = Date.now();
let now: number;
let test: TestServices;
let services: Services;
let receiver: Receiver;
let queued: DueDelivery[];
let webhook: Webhook;

beforeEach(async () => {
  receiver = await startReceiver();
  queued = [];
  now = START;
  test = await makeServices({
    deliveryQueue: { isOn: true, add: async (due) => void queued.push(...due) },
    webhookSender: createHttpsWebhookSender(receiver.parts({ timeoutMs: 500 })),
    clock: () => now,
  });
  services = test.services;
  webhook = makeWebhook({ url: RECEIVER_URL });
  await setWebhooks(webhook);
});
afterEach(async () => {
  await receiver.stop();
  await test.remove();
});

async function setWebhooks(...webhooks: Webhook[]) {
  const { projectId } = webhook;
  const { version } = await services.webhooks.getWebhooks(projectId);
  expect(await services.webhooks.replaceWebhooks(projectId, webhooks, version)).toBe(true);
}
const tell = (...events: ServiceEvent[]) => createWebhookSink(services).send(events);
/**
 * The messages of the queue, handed to the worker when they are due; returns the messages that
 * failed.
 */
async function work(of: Services = services) {
  const messages = queued.splice(0).map(({ dueAt, ...name }, at) => {
    now = Math.max(now, dueAt);
    return { messageId: String(at), body: JSON.stringify(name) };
  });
  const { batchItemFailures } = await createHandler(of)({ Records: messages } as SQSEvent);
  return { messages, failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) };
}
const listed = (state: 'pending' | 'delivered' | 'failed') =>
  services.deliveries.listDeliveries(webhook.webhookId, state, 10);
const answering = (...statuses: number[]) =>
  receiver.answer((response: ServerResponse, nth: number) => {
    response.writeHead(statuses[nth - 1] ?? statuses.at(-1) ?? 200).end('what I think of it');
  });

describe('a delivery', () => {
  it('is the event, signed so that the library of Standard Webhooks takes it (webhooks.signed)', async () => {
    const event = makeEvent(webhook);
    await tell(event);
    await work();
    const [first] = receiver.received;
    const [secret] = webhook.secrets;
    const verified = new Library(secret?.secret ?? '').verify(
      first?.body ?? '',
      first?.headers ?? {},
    );
    expect(verified).toEqual(event);
    expect(first?.headers).toMatchObject({
      'webhook-id': event.id,
      'content-type': 'application/json',
    });
    expect(queued).toEqual([]);
    expect(await listed('delivered')).toMatchObject([
      { eventId: event.id, attempts: [{ at: START, status: 200, fault: null }], nextAt: null },
    ]);
  });

  it('goes to each webhook of its project that wants it, and to no other', async () => {
    const { projectId } = webhook;
    await setWebhooks(
      webhook,
      makeWebhook({ projectId, url: RECEIVER_URL, eventTypes: ['image.deleted'] }),
      makeWebhook({ projectId, url: RECEIVER_URL, eventTypes: ['image.saved'] }),
      makeWebhook({ projectId, url: RECEIVER_URL, enabled: false }),
    );
    await tell(makeEvent(webhook), makeEvent({ projectId: `prj_${'b'.repeat(26)}` }));
    expect(queued).toHaveLength(2);
    await work();
    expect(receiver.received).toHaveLength(2);
  });

  it('of an event that is published twice is one, and queued again only if it was never tried', async () => {
    answering(500);
    const event = makeEvent(webhook);
    await tell(event);
    await tell(event);
    expect(new Set(queued.map(({ deliveryId }) => deliveryId)).size).toBe(1);
    queued.length = 1;
    await work();
    const waiting = queued.length;
    await tell(event);
    expect(queued).toHaveLength(waiting);
    expect(await listed('pending')).toHaveLength(1);
  });

  it('is tried again after 500, under the same id and with a new time (webhooks.retries)', async () => {
    answering(500, 200);
    await tell(makeEvent(webhook));
    await work();
    expect(queued.map(({ dueAt }) => dueAt - START)).toEqual([5_000]);
    await work();
    const [first, second] = receiver.received.map(({ headers }) => headers);
    expect(second?.['webhook-id']).toBe(first?.['webhook-id']);
    const times = [first, second].map((entry) => Number(entry?.['webhook-timestamp']));
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(5);
    const [done] = await listed('delivered');
    expect(done?.attempts.map(({ status }) => status)).toEqual([500, 200]);
    expect(JSON.stringify(done)).not.toContain('what I think of it');
  });

  it('is tried ten times over three days, then it is a dead letter, and can be sent again (webhooks.retries)', async () => {
    answering(503);
    await tell(makeEvent(webhook));
    while (queued.length > 0) await work();
    expect(receiver.received).toHaveLength(PAUSES_MS.length + 1);
    expect(now - START).toBe(PAUSES_MS.reduce((sum, pause) => sum + pause, 0));
    const [dead] = await listed('failed');
    expect(dead).toMatchObject({ state: 'failed', nextAt: null });
    expect(dead?.attempts).toHaveLength(10);
  });

  it('that comes before it is due waits on, untried', async () => {
    answering(500);
    await tell(makeEvent(webhook));
    await work();
    const [again] = queued.splice(0);
    if (!again) throw new Error('it is queued');
    const { dueAt, ...name } = again;
    expect(await deliverWebhook(services, name)).toBe(dueAt);
    expect(receiver.received).toHaveLength(1);
  });

  it.each([
    ['a receiver that hangs', () => receiver.answer(() => undefined), null, 'timed_out'],
    ['a redirect', () => answering(302), 302, null],
    ['a 404', () => answering(404), 404, null],
  ] as const)('is not taken by %s', async (_, prepare, status, fault) => {
    prepare();
    await tell(makeEvent(webhook));
    await work();
    const [first] = await listed('pending');
    expect(first?.attempts).toMatchObject([{ status, fault }]);
  });

  it('that is answered 410 is a dead letter immediately, and its webhook is turned off', async () => {
    answering(410);
    await tell(makeEvent(webhook), makeEvent(webhook));
    await work();
    expect(queued).toEqual([]);
    expect((await services.webhooks.getWebhooks(webhook.projectId)).webhooks).toMatchObject([
      { enabled: false },
    ]);
    await tell(makeEvent(webhook));
    expect(queued).toEqual([]);
  });

  it.each([
    ['deleted', () => setWebhooks(), 'webhook_deleted'],
    ['turned off', () => setWebhooks({ ...webhook, enabled: false }), 'webhook_disabled'],
  ])('that waits is given up where its webhook is %s', async (_, change, fault) => {
    await tell(makeEvent(webhook));
    await change();
    await work();
    expect(receiver.received).toEqual([]);
    expect(await listed('failed')).toMatchObject([{ attempts: [{ status: null, fault }] }]);
  });

  it('is signed by both secrets while one takes over', async () => {
    const [first] = webhook.secrets;
    const second = makeWebhook().secrets[0];
    if (!first || !second) throw new Error('a webhook has a secret');
    await setWebhooks({
      ...webhook,
      secrets: [second, { ...first, expiresAt: START + 60_000 }],
    });
    await tell(makeEvent(webhook));
    await work();
    const [received] = receiver.received;
    for (const { secret } of [first, second]) {
      expect(() =>
        new Library(secret).verify(received?.body ?? '', received?.headers ?? {}),
      ).not.toThrow();
    }
  });
});

describe('a delivery that was lost on the way', () => {
  const schedule = () => createHandler(services)({});

  it('is queued again by the schedule when its time is long past, and continues to its end', async () => {
    answering(500);
    await tell(makeEvent(webhook));
    for (let nth = 0; nth < 5; nth += 1) await work();
    // as where Lambda ends the chain: the record is pending, and no message is left
    queued.splice(0);
    const [pending] = await listed('pending');
    const { nextAt, deliveryId, projectId, webhookId } = pending as Delivery;
    now = (nextAt ?? 0) + LIMITS.deliveryOverdueMs - 1;
    await schedule();
    expect(queued).toEqual([]); // it may be on its way
    now += 1;
    expect(await schedule()).toEqual({ batchItemFailures: [] });
    expect(queued).toEqual([{ projectId, webhookId, deliveryId, dueAt: now }]);
    answering(200);
    await work();
    expect(await listed('delivered')).toMatchObject([{ deliveryId, tries: 6 }]);
    now += 30 * 24 * 3_600_000;
    await schedule();
    expect(queued).toEqual([]);
  });

  it('is at most so many a run, and one that can not be queued is looked for again', async () => {
    await tell(...Array.from({ length: 3 }, () => makeEvent(webhook)));
    queued.splice(0);
    now += LIMITS.deliveryOverdueMs;
    const full = { ...services.deliveryQueue, add: () => Promise.reject(new Error('no queue')) };
    await expect(createHandler({ ...services, deliveryQueue: full })({})).rejects.toThrow();
    const limits: number[] = [];
    const deliveries = {
      ...services.deliveries,
      listDue: (at: number, limit: number) => {
        limits.push(limit);
        return services.deliveries.listDue(at, limit);
      },
    };
    await createHandler({ ...services, deliveries })({});
    expect([queued.length, limits]).toEqual([3, [LIMITS.maxDeliveriesRequeued]]);
  });
});

describe('a worker that is killed', () => {
  it('between the delivery and its record sends again, under the same id', async () => {
    await tell(makeEvent(webhook));
    const killed = {
      ...services.deliveries,
      replaceDelivery: () => Promise.reject(new Error('killed')),
    };
    const [message] = queued;
    const { failed } = await work({ ...services, deliveries: killed });
    expect(failed).toEqual(['0']);
    queued.push(message as DueDelivery); // SQS has it come again
    await work();
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await listed('delivered')).toHaveLength(1);
  });

  it('between the record and the queue loses no try', async () => {
    answering(500, 200);
    await tell(makeEvent(webhook));
    const [message] = queued;
    const add = () => Promise.reject(new Error('killed'));
    const { failed } = await work({ ...services, deliveryQueue: { isOn: true, add } });
    expect(failed).toEqual(['0']);
    queued.push(message as DueDelivery);
    now = START;
    await work();
    expect(queued.map(({ dueAt }) => dueAt - START)).toEqual([5_000]);
    await work();
    expect(receiver.received).toHaveLength(2);
    expect(await listed('delivered')).toHaveLength(1);
  });

  it('or two at one message record one try, and one of them queues the next', async () => {
    answering(500);
    await tell(makeEvent(webhook));
    const [message] = queued;
    queued.push(message as DueDelivery);
    await work();
    expect(receiver.received.length).toBeGreaterThan(0);
    expect(queued).toHaveLength(1);
    expect((await listed('pending'))[0]?.attempts).toHaveLength(1);
  });
});
