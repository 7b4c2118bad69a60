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
  summary: 'Rotate the secret of a webhook',
  description:
    'Until the overlap ends, each delivery has two signatures, one by each secret. A third secret from an earlier rotation stops signing immediately.',
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
          `Hours for which the previous secret also signs; ${LIMITS.defaultOverlapHours} if absent.`,
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
