import { inHours } from './example-team.ts';
import type { FakeService } from './fake-service.ts';

const webhook = (letter: string, more: object) => ({
  webhookId: `whk_${letter.repeat(26)}`,
  url: `https://hooks.webshop.example/imagewell/${letter}`,
  eventTypes: null as readonly string[] | null,
  enabled: true,
  createdAt: inHours(-700),
  secrets: [{ createdAt: inHours(-700), expiresAt: null as string | null }],
  ...more,
});

type Example = ReturnType<typeof webhook>;

const delivery = (letter: string, more: object) => ({
  deliveryId: `dlv_${letter.repeat(26)}`,
  eventId: `evt_${letter.repeat(26)}`,
  eventType: 'image.saved',
  state: 'delivered',
  createdAt: inHours(-2),
  nextAt: null as string | null,
  body: `{"id":"evt_${letter.repeat(26)}","type":"image.saved","data":{"imageId":"img_${letter.repeat(26)}"}}`,
  attempts: [
    { at: inHours(-2), status: 204 as number | null, fault: null as string | null, durationMs: 61 },
  ],
  ...more,
});

type ExampleDelivery = ReturnType<typeof delivery>;

/** Webhooks with deliveries of each state, and every call about them. */
export function answerWebhooks(service: FakeService, isEmpty = false) {
  const webhooks: Example[] = [
    webhook('a', { eventTypes: ['image.saved', 'image.metadata_updated', 'image.deleted'] }),
    webhook('b', {
      url: 'https://search.webshop.example/index',
      enabled: false,
      secrets: [
        { createdAt: inHours(-3), expiresAt: null },
        { createdAt: inHours(-700), expiresAt: inHours(21) },
      ],
    }),
  ];
  if (isEmpty) webhooks.length = 0;
  const deliveries: ExampleDelivery[] = [
    delivery('p', {
      eventType: 'image.deleted',
      state: 'pending',
      createdAt: inHours(-0.02),
      nextAt: inHours(0.07),
      attempts: [{ at: inHours(-0.02), status: 503, fault: null, durationMs: 1_204 }],
    }),
    delivery('d', {}),
    delivery('f', {
      eventType: 'image.metadata_updated',
      state: 'failed',
      createdAt: inHours(-80),
      attempts: [
        { at: inHours(-80), status: 500, fault: null, durationMs: 120 },
        { at: inHours(-26), status: null, fault: 'connection_failed', durationMs: 5_000 },
      ],
    }),
  ];
  const find = ({ webhookId }: { readonly webhookId: string }) => {
    const at = webhooks.findIndex((one) => one.webhookId === webhookId);
    return { at, known: webhooks[at] as Example };
  };
  const secret = 'whsec_YW4gZXhhbXBsZSwgYW5kIG5vIHNlY3JldCEhIQ==';
  service.answer('list-webhooks', () => ({ body: { webhooks } }));
  service.answer('create-webhook', (sent: object) => {
    const made = webhook('n', { createdAt: inHours(0), ...sent });
    webhooks.push(made);
    return { status: 201, body: { webhook: made, secret } };
  });
  service.answer('update-webhook', (sent: { readonly webhookId: string }) => {
    const { at, known } = find(sent);
    webhooks[at] = { ...known, ...sent };
    return { body: { webhook: webhooks[at] } };
  });
  service.answer('delete-webhook', (sent: { readonly webhookId: string }) => {
    webhooks.splice(find(sent).at, 1);
    return { body: { message: 'webhook_deleted' } };
  });
  service.answer('rotate-webhook-secret', (sent: { readonly webhookId: string }) => ({
    body: { webhook: find(sent).known, secret },
  }));
  service.answer('list-webhook-deliveries', (sent: { readonly state: string }) => ({
    body: { deliveries: deliveries.filter(({ state }) => state === sent.state) },
  }));
  service.answer('resend-webhook-delivery', (sent: { readonly deliveryId: string }) => {
    const at = deliveries.findIndex(({ deliveryId }) => deliveryId === sent.deliveryId);
    const again = { ...(deliveries[at] as ExampleDelivery), state: 'pending', nextAt: inHours(1) };
    deliveries[at] = again;
    return { body: { delivery: again } };
  });
  service.answer('test-webhook', () => {
    const made = delivery('t', {
      eventType: 'webhook.test',
      state: 'pending',
      createdAt: inHours(0),
      nextAt: inHours(0),
      attempts: [],
    });
    deliveries.push(made);
    return { body: { delivery: made } };
  });
  /** The attempt of the test that was sent. */
  const answerTest = (status: number | null, fault: string | null) => {
    const test = deliveries.at(-1) as ExampleDelivery;
    const attempt = { at: inHours(0), status, fault, durationMs: 84 };
    const isTaken = status !== null && status < 300;
    Object.assign(test, {
      state: isTaken ? 'delivered' : 'failed',
      nextAt: null,
      attempts: [attempt],
    });
  };
  return { webhooks, deliveries, answerTest };
}
