import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { deliveryIdField, webhookIdField } from '../webhook-fields.ts';
import {
  deliveryShape,
  EXAMPLE_DELIVERY,
  EXAMPLE_DELIVERY_ID,
  EXAMPLE_WEBHOOK_NAME,
} from './webhook-shapes.ts';

export const resendWebhookDelivery = {
  name: 'resend-webhook-delivery',
  path: '/api/v1/resend-webhook-delivery',
  summary: 'Resend a delivery',
  description:
    'Sends the event again immediately, whatever the state of the delivery, with all its attempts ahead. The event keeps its ID.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'webhook-calls',
  hasCors: false,
  isAudited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      webhookId: z.optional(webhookIdField()),
      deliveryId: z.optional(deliveryIdField()),
    }),
    references: {},
    exactlyOne: [['projectId'], ['webhookId'], ['deliveryId']],
    example: { ...EXAMPLE_WEBHOOK_NAME, deliveryId: EXAMPLE_DELIVERY_ID },
  },
  response: z.object({ delivery: deliveryShape }),
  responseExample: { delivery: EXAMPLE_DELIVERY },
  problems: ['webhook_not_found', 'delivery_not_found', 'events_disabled'],
} as const satisfies Endpoint;
