import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { eventTypesField, flagField, webhookIdField, webhookUrlField } from '../webhook-fields.ts';
import { EXAMPLE_WEBHOOK, EXAMPLE_WEBHOOK_NAME, webhookShape } from './webhook-shapes.ts';

export const updateWebhook = {
  name: 'update-webhook',
  path: '/api/v1/update-webhook',
  summary: 'Change a webhook',
  description:
    'Absent fields stay as they are. A webhook whose receiver answered 410 was disabled; `enabled` turns it on again.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'webhook-calls',
  hasCors: false,
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
    references: {},
    exactlyOne: [['projectId'], ['webhookId']],
    example: { ...EXAMPLE_WEBHOOK_NAME, enabled: true },
  },
  response: z.object({ webhook: webhookShape }),
  responseExample: { webhook: EXAMPLE_WEBHOOK },
  problems: ['webhook_not_found'],
} as const satisfies Endpoint;
