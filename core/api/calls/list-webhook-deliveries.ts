import * as z from 'zod/mini';
import { LIMITS } from '../../foundation/limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { integerField, projectIdField } from '../fields.ts';
import { deliveryStateField, webhookIdField } from '../webhook-fields.ts';
import { deliveryShape, EXAMPLE_DELIVERY, EXAMPLE_WEBHOOK_NAME } from './webhook-shapes.ts';

export const listWebhookDeliveries = {
  name: 'list-webhook-deliveries',
  path: '/api/v1/list-webhook-deliveries',
  summary: 'List the deliveries of a webhook',
  description:
    'Lists deliveries with their attempts, newest first. The default state is `failed`. A delivery is kept for thirty days.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'webhook-calls',
  hasCors: false,
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
    references: {},
    exactlyOne: [['projectId'], ['webhookId']],
    example: { ...EXAMPLE_WEBHOOK_NAME, state: 'failed' },
  },
  response: z.object({ deliveries: z.array(deliveryShape) }),
  responseExample: { deliveries: [EXAMPLE_DELIVERY] },
  problems: ['webhook_not_found'],
} as const satisfies Endpoint;
