import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { LEADS_KEYS } from './key-shapes.ts';
import { EXAMPLE_SECRET } from './secret-shapes.ts';

export const createSigningSecret = {
  ...LEADS_KEYS,
  isAudited: true,
  name: 'create-signing-secret',
  path: '/api/v1/create-signing-secret',
  summary: 'Create a signing secret',
  description:
    'Creates a secret that signs image URLs of the project. The response is the only place that shows it. Two may be active at the same time, so that one can replace the other.',
  request: {
    kind: 'json',
    schema: z.strictObject({ projectId: z.optional(projectIdField()) }),
    references: {},
    exactlyOne: [['projectId']],
    example: { projectId: EXAMPLE_PROJECT_ID },
  },
  response: z.object({ secretId: z.string(), secret: z.string(), createdAt: z.string() }),
  responseExample: EXAMPLE_SECRET,
  problems: ['signing_secret_limit_reached'],
} as const satisfies Endpoint;
