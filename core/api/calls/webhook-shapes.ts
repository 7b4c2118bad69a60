import * as z from 'zod/mini';
import { EVENT_TYPE_NAMES } from '../../events/event-types.ts';
import { DELIVERY_STATES } from '../../webhooks/delivery.ts';
import { SEND_FAULTS } from '../../webhooks/send-outcome.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';

const ID = 'a'.repeat(26);
export const EXAMPLE_WEBHOOK_ID = `whk_${ID}`;
export const EXAMPLE_DELIVERY_ID = `dlv_${ID}`;
/** What names a webhook in the examples. */
export const EXAMPLE_WEBHOOK_NAME = {
  projectId: EXAMPLE_PROJECT_ID,
  webhookId: EXAMPLE_WEBHOOK_ID,
};

/** A webhook as the API describes it, its secrets left out. */
export const webhookShape = z.object({
  webhookId: z.string(),
  url: z.string(),
  eventTypes: z.nullable(z.array(z.enum(EVENT_TYPE_NAMES))),
  enabled: z.boolean(),
  createdAt: z.string(),
  /** Those that sign now, the newest first. */
  secrets: z.array(z.object({ createdAt: z.string(), expiresAt: z.nullable(z.string()) })),
});
export type DescribedWebhook = z.infer<typeof webhookShape>;

export const EXAMPLE_WEBHOOK: DescribedWebhook = {
  webhookId: EXAMPLE_WEBHOOK_ID,
  url: 'https://hooks.example.com/imagewell',
  eventTypes: ['image.saved', 'image.deleted'],
  enabled: true,
  createdAt: '2026-11-21T09:00:00.000Z',
  secrets: [{ createdAt: '2026-11-21T09:00:00.000Z', expiresAt: null }],
};
/** The base64 of "an example, and no secret!!!". */
export const EXAMPLE_SECRET = 'whsec_YW4gZXhhbXBsZSwgYW5kIG5vIHNlY3JldCEhIQ==';

/** A delivery as the API describes it: each try with its status, never an answer's body. */
export const deliveryShape = z.object({
  deliveryId: z.string(),
  eventId: z.string(),
  eventType: z.enum(EVENT_TYPE_NAMES),
  state: z.enum(DELIVERY_STATES),
  createdAt: z.string(),
  nextAt: z.nullable(z.string()),
  attempts: z.array(
    z.object({
      at: z.string(),
      status: z.nullable(z.int()),
      fault: z.nullable(z.enum(SEND_FAULTS)),
      durationMs: z.int(),
    }),
  ),
});
export type DescribedDelivery = z.infer<typeof deliveryShape>;

export const EXAMPLE_DELIVERY: DescribedDelivery = {
  deliveryId: EXAMPLE_DELIVERY_ID,
  eventId: `evt_${ID}`,
  eventType: 'image.saved',
  state: 'failed',
  createdAt: '2026-11-21T09:00:00.000Z',
  nextAt: null,
  attempts: [{ at: '2026-11-21T09:00:01.000Z', status: 500, fault: null, durationMs: 120 }],
};
