import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import type { DueDelivery } from '../../../../core/ports/webhooks/delivery-queue.ts';
import { deliverWebhook } from '../../../../core/use-cases/webhooks/deliver-webhook.ts';
import { afterAttempt, createDelivery } from '../../../../core/webhooks/delivery.ts';
import { createUserCalls } from '../../../../local/lambda/user-calls.ts';
import { makeEvent } from '../../../contract/webhook-stores.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
} from '../../../support/stores/make-services.ts';

const URL_GIVEN = 'https://hooks.example.com/in';
const UNKNOWN_PROJECT = `prj_${'a'.repeat(26)}`;
const UNKNOWN_WEBHOOK = `whk_${'a'.repeat(26)}`;
type CallName =
  | 'createWebhook'
  | 'listWebhooks'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'rotateWebhookSecret'
  | 'listWebhookDeliveries'
  | 'resendWebhookDelivery'
  | 'testWebhook'
  | 'listProjects';

let test: TestServices;
let queued: DueDelivery[];
let projectId: string;

beforeEach(async () => {
  queued = [];
  test = await makeServices({
    accessTokens: {
      identify: async (token) => ({ issuer: 'https://issuer.example', subject: token }),
    },
    deliveryQueue: { isOn: true, add: async (due) => void queued.push(...due) },
  });
  projectId = (await call('listProjects', {})).json.projects[0].projectId;
});
afterEach(() => test.remove());

async function call(name: CallName, body: object, { as = 'ann', of = test.services } = {}) {
  const headers = { authorization: `Bearer ${as}`, 'content-type': 'application/json' };
  const event = makeApiEvent(ENDPOINTS[name], { headers, body: JSON.stringify(body) });
  const answer = await createUserCalls(of)(event, makeContext());
  return { status: answer.statusCode, json: JSON.parse(answer.body), text: answer.body };
}
const create = async (more: object = {}) =>
  (await call('createWebhook', { projectId, url: URL_GIVEN, ...more })).json;

describe('webhooks', () => {
  it('are made with a secret that is shown once, listed, changed and deleted', async () => {
    const { webhook, secret } = await create();
    expect(webhook).toMatchObject({ url: URL_GIVEN, eventTypes: null, enabled: true });
    expect(webhook.webhookId).toMatch(/^whk_[a-z2-7]{26}$/);
    expect(secret).toMatch(/^whsec_/);
    const { webhookId } = webhook;
    const change = {
      url: 'https://Other.example.com',
      eventTypes: ['image.saved'],
      enabled: false,
    };
    const changed = await call('updateWebhook', { projectId, webhookId, ...change });
    expect(changed.json.webhook).toEqual({
      ...webhook,
      ...change,
      url: 'https://other.example.com/',
    });
    const partly = await call('updateWebhook', { projectId, webhookId, enabled: true });
    expect(partly.json.webhook).toEqual({ ...changed.json.webhook, enabled: true });
    const listed = await call('listWebhooks', { projectId });
    expect(listed.json.webhooks).toEqual([partly.json.webhook]);
    for (const { text } of [changed, partly, listed]) expect(text).not.toContain(secret);
    const gone = await call('deleteWebhook', { projectId, webhookId });
    expect(gone.json).toEqual({ message: 'webhook_deleted' });
    expect((await call('listWebhooks', { projectId })).json.webhooks).toEqual([]);
    expect((await call('deleteWebhook', { projectId, webhookId })).json.code).toBe(
      'webhook_not_found',
    );
    expect(test.logged.join('')).not.toContain(secret);
  });

  it('take a new secret, and the one before until the overlap ends', async () => {
    const { webhook, secret } = await create();
    const { webhookId } = webhook;
    const rotated = await call('rotateWebhookSecret', { projectId, webhookId, overlapHours: 2 });
    expect(rotated.json.secret).not.toBe(secret);
    const secrets = async () =>
      (await call('listWebhooks', { projectId })).json.webhooks[0].secrets;
    expect(await secrets()).toMatchObject([
      { expiresAt: null },
      { expiresAt: '2026-11-21T14:00:00.000Z' },
    ]);
    test.setClock(Date.UTC(2026, 10, 21, 14));
    expect(await secrets()).toHaveLength(1);
    const at = await call('rotateWebhookSecret', { projectId, webhookId, overlapHours: 0 });
    expect(at.json.webhook.secrets).toHaveLength(1);
  });

  it('are ten at most, of concurrent calls too (webhooks.bounded)', async () => {
    const result = await Promise.all(
      Array.from({ length: LIMITS.maxWebhooks + 4 }, () =>
        call('createWebhook', { projectId, url: URL_GIVEN }),
      ),
    );
    const codes = result.map(({ status, json }) => json.code ?? status);
    expect(codes.filter((code) => code === 200)).toHaveLength(LIMITS.maxWebhooks);
    expect(new Set(codes)).toEqual(new Set([200, 'webhook_limit_reached']));
  });

  it('are refused for every fault together', async () => {
    const wrong = { url: 'http://10.0.0.1/', eventTypes: ['image.read'], more: 1 };
    const { status, json } = await call('createWebhook', { projectId, ...wrong });
    expect([status, json.code]).toEqual([400, 'validation_failed']);
    expect(json.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/eventTypes',
      '/more',
      '/url',
    ]);
    for (const eventTypes of [[], ['image.saved', 'image.saved'], 'image.saved', [1]]) {
      expect((await call('createWebhook', { projectId, url: URL_GIVEN, eventTypes })).status).toBe(
        400,
      );
    }
  });

  it('are not made, nor deliveries sent again, where events are off', async () => {
    const { webhookId } = (await create()).webhook;
    const isOff = { isOn: false, add: () => Promise.reject(new Error('off')) };
    const of = { ...test.services, deliveryQueue: isOff };
    const response = await call('createWebhook', { projectId, url: URL_GIVEN }, { of });
    expect([response.status, response.json.code]).toEqual([409, 'events_disabled']);
    const name = { projectId, webhookId, deliveryId: `dlv_${'a'.repeat(26)}` };
    expect((await call('resendWebhookDelivery', name, { of })).json.code).toBe('events_disabled');
    const tested = await call('testWebhook', { projectId, webhookId }, { of });
    expect([tested.status, tested.json.code]).toEqual([409, 'events_disabled']);
    expect((await call('deleteWebhook', { projectId, webhookId }, { of })).status).toBe(200);
  });

  it('of another’s project are answered as those of an unknown one (security.foreign-as-unknown)', async () => {
    const { webhookId } = (await create()).webhook;
    const name = { webhookId, deliveryId: `dlv_${'a'.repeat(26)}` };
    const bodies = {
      createWebhook: { url: URL_GIVEN },
      listWebhooks: {},
      updateWebhook: { webhookId },
      deleteWebhook: { webhookId },
      rotateWebhookSecret: { webhookId },
      listWebhookDeliveries: { webhookId },
      resendWebhookDelivery: name,
      testWebhook: { projectId, webhookId: name.webhookId },
    };
    for (const [first, body] of Object.entries(bodies)) {
      const ask = (id: string) =>
        call(first as CallName, { ...body, projectId: id }, { as: 'bob' });
      const { requestId: _, ...foreign } = (await ask(projectId)).json;
      const { requestId: __, ...unknown } = (await ask(UNKNOWN_PROJECT)).json;
      expect(foreign, first).toEqual(unknown);
      expect(foreign.code, first).toBe('project_not_found');
    }
    const theirs = (await call('listProjects', {}, { as: 'bob' })).json.projects[0].projectId;
    const named = (id: string) =>
      call('deleteWebhook', { projectId: theirs, webhookId: id }, { as: 'bob' });
    expect((await named(webhookId)).json.code).toBe('webhook_not_found');
    expect((await named(UNKNOWN_WEBHOOK)).json.code).toBe('webhook_not_found');
  });
});

describe('deliveries', () => {
  async function fail(webhookId: string) {
    const { webhooks } = await test.services.webhooks.getWebhooks(projectId);
    const webhook = webhooks.find((webhook) => webhook.webhookId === webhookId);
    if (!webhook) throw new Error('there is one');
    const delivery = createDelivery(webhook, makeEvent({ projectId }), Date.UTC(2026, 10, 21));
    await test.services.deliveries.addDelivery(delivery);
    const attempt = { at: Date.UTC(2026, 10, 21), status: 410, fault: null, durationMs: 7 };
    await test.services.deliveries.replaceDelivery(afterAttempt(delivery, attempt));
    return delivery;
  }

  it('that were given up are listed with their tries, and sent again (webhooks.retries)', async () => {
    const { webhookId } = (await create()).webhook;
    const { deliveryId, eventId } = await fail(webhookId);
    const { deliveries } = (await call('listWebhookDeliveries', { projectId, webhookId })).json;
    expect(deliveries).toEqual([
      {
        deliveryId,
        eventId,
        eventType: 'image.deleted',
        state: 'failed',
        nextAt: null,
        body: expect.stringContaining(eventId),
        createdAt: '2026-11-21T00:00:00.000Z',
        attempts: [{ at: '2026-11-21T00:00:00.000Z', status: 410, fault: null, durationMs: 7 }],
      },
    ]);
    const name = { projectId, webhookId, deliveryId };
    const again = await call('resendWebhookDelivery', name);
    expect(again.json.delivery).toMatchObject({
      deliveryId,
      eventId,
      state: 'pending',
      nextAt: '2026-11-21T12:00:00.000Z',
    });
    expect(queued).toEqual([{ ...name, dueAt: Date.UTC(2026, 10, 21, 12) }]);
    const of = (state?: string) =>
      call('listWebhookDeliveries', { projectId, webhookId, ...(state ? { state } : {}) });
    expect((await of()).json.deliveries).toEqual([]);
    expect((await of('pending')).json.deliveries).toHaveLength(1);
    expect((await of('lost')).status).toBe(400);
  });

  it('of another webhook, or none, are not found', async () => {
    const { webhookId } = (await create()).webhook;
    const { deliveryId } = await fail(webhookId);
    const other = (await create()).webhook.webhookId;
    for (const name of [
      { webhookId: other, deliveryId },
      { webhookId, deliveryId: `dlv_${'a'.repeat(26)}` },
    ]) {
      const { status, json } = await call('resendWebhookDelivery', { projectId, ...name });
      expect([status, json.code]).toEqual([404, 'delivery_not_found']);
    }
  });
});

describe('test-webhook', () => {
  const deliver = (name: { webhookId: string; deliveryId: string }, status: number) =>
    deliverWebhook(
      {
        ...test.services,
        webhookSender: {
          send: async (request) => {
            sent.push(request.body);
            return { status, fault: null };
          },
        },
      },
      { projectId, ...name },
    );
  const sent: string[] = [];
  beforeEach(() => {
    sent.length = 0;
  });

  it('sends one event to that webhook alone, whatever its types, and records it with its payload (webhooks.test)', async () => {
    const { webhookId } = (await create({ eventTypes: ['image.deleted'] })).webhook;
    await create({ url: 'https://other.example.com/' });
    const { status, json } = await call('testWebhook', { projectId, webhookId });
    expect([status, json.delivery]).toMatchObject([
      200,
      { eventType: 'webhook.test', state: 'pending', attempts: [] },
    ]);
    expect(queued.map((one) => one.webhookId)).toEqual([webhookId]);
    const { deliveryId } = json.delivery;
    await deliver({ webhookId, deliveryId }, 204);
    const listed = await call('listWebhookDeliveries', {
      projectId,
      webhookId,
      state: 'delivered',
    });
    expect(listed.json.deliveries).toMatchObject([{ deliveryId, attempts: [{ status: 204 }] }]);
    expect(listed.json.deliveries[0].body).toBe(sent[0]);
    expect(JSON.parse(sent[0] ?? '')).toMatchObject({
      type: 'webhook.test',
      projectId,
      data: { webhookId },
    });
  });

  it('tries once: a test that fails is not sent again automatically (webhooks.test)', async () => {
    const { webhookId } = (await create()).webhook;
    const { deliveryId } = (await call('testWebhook', { projectId, webhookId })).json.delivery;
    expect(await deliver({ webhookId, deliveryId }, 500)).toBeUndefined();
    const kept = await test.services.deliveries.getDelivery(webhookId, deliveryId);
    expect([kept?.state, kept?.attempts.length]).toEqual(['failed', 1]);
  });

  it('makes one delivery of many calls at the same time, and another ten seconds later (webhooks.test)', async () => {
    const { webhookId } = (await create()).webhook;
    const ask = async () => (await call('testWebhook', { projectId, webhookId })).json.delivery;
    const asked = await Promise.all(Array.from({ length: 20 }, ask));
    const { deliveryId } = asked[0];
    expect(new Set(asked.map((one) => one.deliveryId)).size).toBe(1);
    expect(await test.services.deliveries.listDeliveries(webhookId, 'pending', 9)).toHaveLength(1);
    await deliver({ webhookId, deliveryId }, 204);
    const before = queued.length;
    expect((await ask()).state).toBe('delivered');
    expect(queued).toHaveLength(before); // it is sent: nothing waits to be tried
    test.setClock(test.services.clock() + LIMITS.webhookTestPauseMs);
    expect((await ask()).deliveryId).not.toBe(deliveryId);
  });

  it('is no type that a webhook can be for (webhooks.test)', async () => {
    const refused = await call('createWebhook', {
      projectId,
      url: URL_GIVEN,
      eventTypes: ['webhook.test'],
    });
    expect([refused.status, refused.json.code]).toEqual([400, 'validation_failed']);
  });
});
