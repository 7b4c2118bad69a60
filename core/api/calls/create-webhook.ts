import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { eventTypesField, webhookUrlField } from '../webhook-fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { EXAMPLE_SECRET, EXAMPLE_WEBHOOK, webhookShape } from './webhook-shapes.ts';

export const createWebhook = {
  name: 'create-webhook',
  path: '/api/v1/create-webhook',
  summary: 'Create a webhook',
  description:
    'Each event of the project is sent to its URL by POST, signed according to Standard Webhooks. The response is the only place that shows the secret. A project has at most ten webhooks.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'webhook-calls',
  hasCors: false,
  isAudited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      url: z.optional(webhookUrlField()),
      eventTypes: z.optional(eventTypesField()),
    }),
    references: {},
    exactlyOne: [['projectId'], ['url']],
    example: {
      projectId: EXAMPLE_PROJECT_ID,
      url: EXAMPLE_WEBHOOK.url,
      eventTypes: EXAMPLE_WEBHOOK.eventTypes,
    },
  },
  response: z.object({ webhook: webhookShape, secret: z.string() }),
  responseExample: { webhook: EXAMPLE_WEBHOOK, secret: EXAMPLE_SECRET },
  problems: ['webhook_limit_reached', 'events_disabled'],
} as const satisfies Endpoint;
