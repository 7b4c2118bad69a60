import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { LEADS_KEYS } from './key-shapes.ts';
import { EXAMPLE_SECRET } from './secret-shapes.ts';

const { secret, ...listed } = EXAMPLE_SECRET;

export const listSigningSecrets = {
  ...LEADS_KEYS,
  name: 'list-signing-secrets',
  path: '/api/v1/list-signing-secrets',
  summary: "List the project's signing secrets",
  description: 'Lists the active signing secrets, oldest first, without the secrets themselves.',
  request: {
    kind: 'json',
    schema: z.strictObject({ projectId: z.optional(projectIdField()) }),
    references: {},
    exactlyOne: [['projectId']],
    example: { projectId: EXAMPLE_PROJECT_ID },
  },
  response: z.object({
    secrets: z.array(
      z.object({ secretId: z.string(), lastFour: z.string(), createdAt: z.string() }),
    ),
  }),
  responseExample: { secrets: [{ ...listed, lastFour: secret.slice(-4) }] },
  problems: [],
} as const satisfies Endpoint;
