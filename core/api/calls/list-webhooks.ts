import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { EXAMPLE_WEBHOOK, webhookShape } from './webhook-shapes.ts';

export const listWebhooks = {
  name: 'list-webhooks',
  path: '/api/v1/list-webhooks',
  summary: 'List the webhooks of a project',
  description: 'Lists the webhooks, oldest first, without their secrets.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'webhook-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
    }),
    references: {},
    exactlyOne: [['projectId']],
    example: { projectId: EXAMPLE_PROJECT_ID },
  },
  response: z.object({ webhooks: z.array(webhookShape) }),
  responseExample: { webhooks: [EXAMPLE_WEBHOOK] },
  problems: [],
} as const satisfies Endpoint;
