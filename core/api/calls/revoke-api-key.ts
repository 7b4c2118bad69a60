import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { keyIdField } from '../key-fields.ts';
import { EXAMPLE_KEY_REFERENCE, LEADS_KEYS } from './key-shapes.ts';

export const revokeApiKey = {
  ...LEADS_KEYS,
  isAudited: true,
  name: 'revoke-api-key',
  path: '/api/v1/revoke-api-key',
  summary: 'Revoke an API key',
  description:
    'The key is rejected from the next request on. Repeating the call returns the same response.',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      keyId: z.optional(keyIdField()),
    }),
    references: {},
    exactlyOne: [['projectId'], ['keyId']],
    example: EXAMPLE_KEY_REFERENCE,
  },
  response: z.object({ message: z.literal('key_revoked') }),
  responseExample: { message: 'key_revoked' },
  problems: ['key_not_found'],
} as const satisfies Endpoint;
