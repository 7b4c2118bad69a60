import * as z from 'zod/mini';
import { EVENT_TYPE_NAMES, SUBSCRIBABLE_TYPE_NAMES } from '../../events/event-types.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { DELIVERY_STATES } from '../../webhooks/delivery.ts';
import { SEND_FAULTS } from '../../webhooks/send-outcome.ts';
import { called, type Endpoint, type JsonRequest } from '../endpoint.ts';
import { integerField, projectIdField } from '../fields.ts';
import {
  deliveryIdField,
  deliveryStateField,
  eventTypesField,
  flagField,
  webhookIdField,
  webhookUrlField,
} from '../webhook-fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { PROJECT_REQUEST } from './project-request.ts';

const ID = 'a'.repeat(26);

export const EXAMPLE_WEBHOOK_ID = `whk_${ID}`;

export const EXAMPLE_DELIVERY_ID = `dlv_${ID}`;

/** The fields that name a webhook in the examples. */
export const EXAMPLE_WEBHOOK_NAME = {
  projectId: EXAMPLE_PROJECT_ID,
  webhookId: EXAMPLE_WEBHOOK_ID,
};

/** A webhook as the API describes it, without its secrets. */
export const webhookSchema = z.object({
  webhookId: z.string(),
  url: z.string(),
  eventTypes: z.nullable(z.array(z.enum(SUBSCRIBABLE_TYPE_NAMES))),
  enabled: z.boolean(),
  createdAt: z.string(),
  /** The secrets that sign now, newest first. */
  secrets: z.array(z.object({ createdAt: z.string(), expiresAt: z.nullable(z.string()) })),
});

export type DescribedWebhook = z.infer<typeof webhookSchema>;

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

/** A delivery as the API describes it: each attempt with its status, never a response body. */
export const deliverySchema = z.object({
  deliveryId: z.string(),
  eventId: z.string(),
  eventType: z.enum(EVENT_TYPE_NAMES),
  state: z.enum(DELIVERY_STATES),
  createdAt: z.string(),
  nextAt: z.nullable(z.string()),
  /** The event as it is signed and sent, JSON text. */
  body: z.string(),
  attempts: z.array(
    z.object({
      at: z.string(),
      status: z.nullable(z.int()),
      fault: z.nullable(z.enum(SEND_FAULTS)),
      durationMs: z.int(),
    }),
  ),
});

export type DescribedDelivery = z.infer<typeof deliverySchema>;

export const EXAMPLE_DELIVERY: DescribedDelivery = {
  deliveryId: EXAMPLE_DELIVERY_ID,
  eventId: `evt_${ID}`,
  eventType: 'image.saved',
  state: 'failed',
  createdAt: '2026-11-21T09:00:00.000Z',
  nextAt: null,
  body: `{"id":"evt_${ID}","type":"image.saved"}`,
  attempts: [{ at: '2026-11-21T09:00:01.000Z', status: 500, fault: null, durationMs: 120 }],
};

const createWebhook = {
  ...called('create-webhook'),
  summary: 'Create a webhook',
  description:
    'Each event of the project is sent to its URL by POST, signed according to Standard Webhooks. The response is the only place that shows the secret. A project has at most ten webhooks.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'webhook-calls',
  isAudited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      url: z.optional(webhookUrlField()),
      eventTypes: z.optional(eventTypesField()),
    }),
    exactlyOne: [['projectId'], ['url']],
    example: {
      projectId: EXAMPLE_PROJECT_ID,
      url: EXAMPLE_WEBHOOK.url,
      eventTypes: EXAMPLE_WEBHOOK.eventTypes,
    },
  },
  response: z.object({ webhook: webhookSchema, secret: z.string() }),
  responseExample: { webhook: EXAMPLE_WEBHOOK, secret: EXAMPLE_SECRET },
  problems: ['webhook_limit_reached', 'events_disabled'],
} as const satisfies Endpoint;

/** A request about one webhook, by its ID alone. */
const WEBHOOK_REQUEST = {
  kind: 'json',
  schema: z.strictObject({
    projectId: z.optional(projectIdField()),
    webhookId: z.optional(webhookIdField()),
  }),
  exactlyOne: [['projectId'], ['webhookId']],
  example: EXAMPLE_WEBHOOK_NAME,
} as const satisfies JsonRequest;

const deleteWebhook = {
  ...called('delete-webhook'),
  summary: 'Delete a webhook',
  description: 'Pending deliveries to it are dropped.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'webhook-calls',
  isAudited: true,
  request: WEBHOOK_REQUEST,
  response: z.object({ message: z.literal('webhook_deleted') }),
  responseExample: { message: 'webhook_deleted' },
  problems: ['webhook_not_found'],
} as const satisfies Endpoint;

const listWebhookDeliveries = {
  ...called('list-webhook-deliveries'),
  summary: 'List the deliveries of a webhook',
  description:
    'Lists deliveries with their attempts, newest first. The default state is `failed`. A delivery is kept for thirty days.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'webhook-calls',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      webhookId: z.optional(webhookIdField()),
      state: z.optional(deliveryStateField()),
      limit: z.optional(
        integerField(
          1,
          LIMITS.maxListedDeliveries,
          `Maximum number of deliveries; ${LIMITS.defaultListedDeliveries} if absent.`,
        ),
      ),
    }),
    exactlyOne: [['projectId'], ['webhookId']],
    example: { ...EXAMPLE_WEBHOOK_NAME, state: 'failed' },
  },
  response: z.object({ deliveries: z.array(deliverySchema) }),
  responseExample: { deliveries: [EXAMPLE_DELIVERY] },
  problems: ['webhook_not_found'],
} as const satisfies Endpoint;

const listWebhooks = {
  ...called('list-webhooks'),
  summary: 'List the webhooks of a project',
  description: 'Lists the webhooks, oldest first, without their secrets.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'webhook-calls',
  request: PROJECT_REQUEST,
  response: z.object({ webhooks: z.array(webhookSchema) }),
  responseExample: { webhooks: [EXAMPLE_WEBHOOK] },
  problems: [],
} as const satisfies Endpoint;

const resendWebhookDelivery = {
  ...called('resend-webhook-delivery'),
  summary: 'Resend a delivery',
  description:
    'Sends the event again immediately, whatever the state of the delivery, with all its attempts ahead. The event keeps its ID.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'webhook-calls',
  isAudited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      webhookId: z.optional(webhookIdField()),
      deliveryId: z.optional(deliveryIdField()),
    }),
    exactlyOne: [['projectId'], ['webhookId'], ['deliveryId']],
    example: { ...EXAMPLE_WEBHOOK_NAME, deliveryId: EXAMPLE_DELIVERY_ID },
  },
  response: z.object({ delivery: deliverySchema }),
  responseExample: { delivery: EXAMPLE_DELIVERY },
  problems: ['webhook_not_found', 'delivery_not_found', 'events_disabled'],
} as const satisfies Endpoint;

const rotateWebhookSecret = {
  ...called('rotate-webhook-secret'),
  summary: 'Rotate the secret of a webhook',
  description:
    'Until the overlap ends, each delivery has two signatures, one by each secret. A third secret from an earlier rotation stops signing immediately.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'webhook-calls',
  isAudited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      webhookId: z.optional(webhookIdField()),
      overlapHours: z.optional(
        integerField(
          0,
          LIMITS.maxOverlapHours,
          `Hours for which the previous secret also signs; ${LIMITS.defaultOverlapHours} if absent.`,
        ),
      ),
    }),
    exactlyOne: [['projectId'], ['webhookId']],
    example: { ...EXAMPLE_WEBHOOK_NAME, overlapHours: 24 },
  },
  response: z.object({ webhook: webhookSchema, secret: z.string() }),
  responseExample: { webhook: EXAMPLE_WEBHOOK, secret: EXAMPLE_SECRET },
  problems: ['webhook_not_found'],
} as const satisfies Endpoint;

const testWebhook = {
  ...called('test-webhook'),
  summary: 'Send a test event to a webhook',
  description: `Sends an event \`webhook.test\` to the webhook, whatever its types, in a single attempt. Its delivery is listed with the others. Within ${LIMITS.webhookTestPauseMs / 1000} seconds a webhook gets one test: a repeated call returns the same delivery.`,
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'webhook-calls',
  isAudited: true,
  request: WEBHOOK_REQUEST,
  response: z.object({ delivery: deliverySchema }),
  responseExample: {
    delivery: {
      ...EXAMPLE_DELIVERY,
      eventType: 'webhook.test',
      state: 'pending',
      nextAt: '2026-11-21T09:00:00.000Z',
      attempts: [],
    },
  },
  problems: ['webhook_not_found', 'events_disabled'],
} as const satisfies Endpoint;

const updateWebhook = {
  ...called('update-webhook'),
  summary: 'Change a webhook',
  description:
    'Absent fields stay as they are. A webhook whose receiver answered 410 was disabled; `enabled` turns it on again.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'webhook-calls',
  isAudited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      webhookId: z.optional(webhookIdField()),
      url: z.optional(webhookUrlField()),
      eventTypes: z.optional(eventTypesField()),
      enabled: z.optional(flagField('Whether events are sent; false drops pending deliveries.')),
    }),
    exactlyOne: [['projectId'], ['webhookId']],
    example: { ...EXAMPLE_WEBHOOK_NAME, enabled: true },
  },
  response: z.object({ webhook: webhookSchema }),
  responseExample: { webhook: EXAMPLE_WEBHOOK },
  problems: ['webhook_not_found'],
} as const satisfies Endpoint;

/** In the order of the documents; a row that is left out here is an unused constant. */
export const webhookCalls = {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  resendWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} as const satisfies Record<string, Endpoint>;
