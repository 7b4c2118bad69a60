import * as z from 'zod/mini';
import { LIMITS } from '../../foundation/limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { integerField, projectIdField } from '../fields.ts';
import { deliveryStateField, webhookIdField } from '../webhook-fields.ts';
import { deliveryShape, EXAMPLE_DELIVERY, EXAMPLE_WEBHOOK_NAME } from './webhook-shapes.ts';

export const listWebhookDeliveries = {
  name: 'list-webhook-deliveries',
  path: '/api/v1/list-webhook-deliveries',
  summary: 'List what was sent to a webhook',
  description:
    'The newest first, those that were given up unless another state is asked for, each with its tries. A delivery is kept for thirty days.',
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
          `The most that are listed; ${LIMITS.defaultListedDeliveries} unless given.`,
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
