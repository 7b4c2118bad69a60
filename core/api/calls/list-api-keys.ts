import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { EXAMPLE_KEY, keyShape, LEADS_KEYS } from './key-shapes.ts';

export const listApiKeys = {
  ...LEADS_KEYS,
  name: 'list-api-keys',
  path: '/api/v1/list-api-keys',
  summary: "List the project's API keys",
  description:
    'Lists the keys, oldest first, without the keys themselves. The latest 100 revoked or expired keys stay listed for 30 days. `lastUsedAt` is updated at most once an hour.',
  request: {
    kind: 'json',
    schema: z.strictObject({ projectId: z.optional(projectIdField()) }),
    references: {},
    exactlyOne: [['projectId']],
    example: { projectId: EXAMPLE_PROJECT_ID },
  },
  response: z.object({ keys: z.array(keyShape) }),
  responseExample: { keys: [EXAMPLE_KEY] },
  problems: [],
} as const satisfies Endpoint;
