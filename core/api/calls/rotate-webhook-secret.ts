import * as z from 'zod/mini';
import { LIMITS } from '../../foundation/limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { integerField, projectIdField } from '../fields.ts';
import { webhookIdField } from '../webhook-fields.ts';
import {
  EXAMPLE_SECRET,
  EXAMPLE_WEBHOOK,
  EXAMPLE_WEBHOOK_NAME,
  webhookShape,
} from './webhook-shapes.ts';

export const rotateWebhookSecret = {
  name: 'rotate-webhook-secret',
  path: '/api/v1/rotate-webhook-secret',
  summary: 'Give a webhook a new secret',
  description:
    'Until the overlap ends each delivery has two signatures, one by each secret. One that is left of an earlier rotation ends at once.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'webhook-calls',
  hasCors: false,
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
          `How long the secret before signs too; ${LIMITS.defaultOverlapHours} unless given.`,
        ),
      ),
    }),
    references: {},
    exactlyOne: [['projectId'], ['webhookId']],
    example: { ...EXAMPLE_WEBHOOK_NAME, overlapHours: 24 },
  },
  response: z.object({ webhook: webhookShape, secret: z.string() }),
  responseExample: { webhook: EXAMPLE_WEBHOOK, secret: EXAMPLE_SECRET },
  problems: ['webhook_not_found'],
} as const satisfies Endpoint;
