import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEvent } from '../../core/events/service-event.ts';
import { encodeIdBytes } from '../../core/images/ids.ts';
import type { DeliveryStore } from '../../core/ports/webhooks/delivery-store.ts';
import type { WebhookStore } from '../../core/ports/webhooks/webhook-store.ts';
import { afterAttempt, createDelivery, sentAgain } from '../../core/webhooks/delivery.ts';
import { createWebhookSecret, type Webhook } from '../../core/webhooks/webhook.ts';

/** Two of each store over one set of records, as two processes have. */
export interface WebhookStoresUnderTest {
  readonly webhooks: readonly [WebhookStore, WebhookStore];
  readonly deliveries: readonly [DeliveryStore, DeliveryStore];
  remove(): Promise<void>;
}

const NOW = Date.UTC(2026, 10, 21);
const newId = () => encodeIdBytes(randomBytes(26));
const TAKEN = { at: NOW, status: 200, fault: null, durationMs: 5 };
const REFUSED = { ...TAKEN, status: 500 };

/** A webhook with one secret. */
export function makeWebhook(changes: Partial<Webhook> = {}): Webhook {
  return {
    webhookId: `whk_${newId()}`,
    projectId: `prj_${newId()}`,
    eventTypes: null,
    url: 'https://hooks.example.com/in?ü=😀',
    enabled: true,
    createdAt: NOW,
    secrets: [createWebhookSecret(randomBytes, NOW)],
    ...changes,
  };
}

/** An event of its project. */
export function makeEvent({ projectId }: Pick<Webhook, 'projectId'>, at = NOW) {
  const imageId = `img_${newId()}`;
  const data = { imageId, imageUrl: `https://cdn.example.com/res/${imageId}.jpg` };
  return createEvent('image.deleted', [imageId], { at, projectId, data });
}

/** The promises of every store of webhooks and deliveries. */
export function describeWebhookStores(name: string, create: () => Promise<WebhookStoresUnderTest>) {
  describe(`webhooks and deliveries: ${name}`, () => {
    let test: WebhookStoresUnderTest;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.remove());

    it('a project has no webhooks until it has some, and those of no other', async () => {
      const [first, second] = test.webhooks;
      const webhook = makeWebhook();
      const { projectId } = webhook;
      expect(await first.getWebhooks(projectId)).toEqual({ webhooks: [], version: 0 });
      expect(await first.replaceWebhooks(projectId, [webhook], 0)).toBe(true);
      expect(await second.getWebhooks(projectId)).toEqual({ webhooks: [webhook], version: 1 });
      expect(await second.getWebhooks(`prj_${newId()}`)).toEqual({ webhooks: [], version: 0 });
      expect(await second.replaceWebhooks(projectId, [], 1)).toBe(true);
      expect(await first.getWebhooks(projectId)).toEqual({ webhooks: [], version: 2 });
    });

    it('of many concurrent changes of one version one is made', async () => {
      const { projectId } = makeWebhook();
      for (const version of [0, 1]) {
        const changes = Array.from({ length: 10 }, (_, at) =>
          test.webhooks[at % 2 ? 1 : 0].replaceWebhooks(
            projectId,
            [makeWebhook({ projectId })],
            version,
          ),
        );
        const result = await Promise.all(changes);
        expect(result.filter((candidate) => candidate)).toHaveLength(1);
        const { webhooks } = await test.webhooks[0].getWebhooks(projectId);
        expect(webhooks).toHaveLength(1);
      }
    });

    it('a delivery is added once, and the first stays', async () => {
      const [first, second] = test.deliveries;
      const webhook = makeWebhook();
      const delivery = createDelivery(webhook, makeEvent(webhook), NOW);
      const { webhookId, deliveryId } = delivery;
      expect(await first.getDelivery(webhookId, deliveryId)).toBeUndefined();
      expect(await first.addDelivery(delivery)).toEqual(delivery);
      const tried = afterAttempt(delivery, REFUSED);
      expect(await second.replaceDelivery(tried)).toBe(true);
      expect(await second.addDelivery({ ...delivery, createdAt: NOW + 5 })).toEqual(tried);
      expect(await first.getDelivery(webhookId, deliveryId)).toEqual(tried);
    });

    it('of many who record a try of one revision one does', async () => {
      const webhook = makeWebhook();
      const delivery = createDelivery(webhook, makeEvent(webhook), NOW);
      await test.deliveries[0].addDelivery(delivery);
      const tries = Array.from({ length: 10 }, (_, at) =>
        test.deliveries[at % 2 ? 1 : 0].replaceDelivery(
          afterAttempt(delivery, { ...REFUSED, at: NOW + at }),
        ),
      );
      expect((await Promise.all(tries)).filter((candidate) => candidate)).toHaveLength(1);
      const found = await test.deliveries[1].getDelivery(delivery.webhookId, delivery.deliveryId);
      expect(found?.attempts).toHaveLength(1);
      const unknown = createDelivery(webhook, makeEvent(webhook), NOW);
      expect(await test.deliveries[0].replaceDelivery(sentAgain(unknown, NOW))).toBe(false);
    });

    it('deliveries are listed by webhook and state, the newest first, up to the requested number', async () => {
      const [store, otherStore] = test.deliveries;
      const webhook = makeWebhook();
      const other = makeWebhook();
      const make = (of: Webhook, at: number) => createDelivery(of, makeEvent(of), NOW + at);
      const result = [2, 1, 3].map((at) => make(webhook, at));
      for (const delivery of [...result, make(other, 9)]) await store.addDelivery(delivery);
      const [second, first, third] = result;
      if (!first || !second || !third) throw new Error('three were made');
      const of = (state: 'pending' | 'delivered' | 'failed', limit = 10) =>
        otherStore.listDeliveries(webhook.webhookId, state, limit);
      await expect.poll(() => of('pending')).toEqual([third, second, first]);
      expect(await of('pending', 2)).toEqual([third, second]);
      const taken = afterAttempt(second, TAKEN);
      const gone = afterAttempt(third, { ...TAKEN, status: 410 });
      expect(await otherStore.replaceDelivery(taken)).toBe(true);
      expect(await otherStore.replaceDelivery(gone)).toBe(true);
      await expect.poll(() => of('delivered')).toEqual([taken]);
      await expect.poll(() => of('failed')).toEqual([gone]);
      await expect.poll(() => of('pending')).toEqual([first]);
      const again = sentAgain(gone, NOW + 50);
      expect(await store.replaceDelivery(again)).toBe(true);
      await expect.poll(() => of('failed')).toEqual([]);
    });

    it('pending deliveries are found when they are due, of every webhook, the longest due first', async () => {
      const [first, second] = test.deliveries;
      const at = (ms: number) => Date.UTC(1999, 0, 1) + ms; // no other test's are as old
      const result = Array.from({ length: 40 }, (_, nth) => {
        const webhook = makeWebhook();
        return createDelivery(webhook, makeEvent(webhook), at(nth));
      });
      for (const delivery of [...result].reverse()) await first.addDelivery(delivery);
      await expect.poll(() => second.listDue(at(39), 100)).toEqual(result);
      expect(await second.listDue(at(9), 100)).toEqual(result.slice(0, 10));
      expect(await second.listDue(at(39), 3)).toEqual(result.slice(0, 3));
      const [taken, refused, ...remaining] = result.map((delivery, nth) =>
        afterAttempt(delivery, { ...(nth === 0 ? TAKEN : REFUSED), at: at(nth) }),
      );
      if (!taken || !refused) throw new Error('they were made');
      expect(await first.replaceDelivery(taken)).toBe(true);
      expect(await first.replaceDelivery(refused)).toBe(true);
      await expect.poll(() => second.listDue(at(39), 100)).toEqual(result.slice(2));
      expect(await second.listDue(refused.nextAt ?? 0, 100)).toEqual([...result.slice(2), refused]);
      for (const delivery of remaining)
        await first.replaceDelivery({ ...delivery, state: 'delivered' });
      await expect.poll(() => second.listDue(at(39), 100)).toEqual([]);
    });
  });
}
