import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { keyNameField, momentField, scopesField } from '../key-fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { EXAMPLE_API_KEY, EXAMPLE_KEY, keyShape, LEADS_KEYS } from './key-shapes.ts';

export const createApiKey = {
  ...LEADS_KEYS,
  isAudited: true,
  name: 'create-api-key',
  path: '/api/v1/create-api-key',
  summary: 'Create an API key',
  description:
    'The response is the only place that shows the key: the service stores only its hash. A project has at most 100 active API keys.',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      name: z.optional(keyNameField()),
      scopes: z.optional(scopesField()),
      expiresAt: z.optional(momentField('Time at which the key expires; never if absent.')),
    }),
    references: {},
    exactlyOne: [['projectId'], ['name']],
    example: { projectId: EXAMPLE_PROJECT_ID, name: EXAMPLE_KEY.name },
  },
  response: z.object({ key: keyShape, apiKey: z.string() }),
  responseExample: { key: EXAMPLE_KEY, apiKey: EXAMPLE_API_KEY },
  problems: ['key_limit_reached'],
} as const satisfies Endpoint;
