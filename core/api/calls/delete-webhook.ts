import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { webhookIdField } from '../webhook-fields.ts';
import { EXAMPLE_WEBHOOK_NAME } from './webhook-shapes.ts';

export const deleteWebhook = {
  name: 'delete-webhook',
  path: '/api/v1/delete-webhook',
  summary: 'Delete a webhook',
  description: 'Pending deliveries to it are dropped.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'webhook-calls',
  hasCors: false,
  isAudited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      webhookId: z.optional(webhookIdField()),
    }),
    references: {},
    exactlyOne: [['projectId'], ['webhookId']],
    example: EXAMPLE_WEBHOOK_NAME,
  },
  response: z.object({ message: z.literal('webhook_deleted') }),
  responseExample: { message: 'webhook_deleted' },
  problems: ['webhook_not_found'],
} as const satisfies Endpoint;
