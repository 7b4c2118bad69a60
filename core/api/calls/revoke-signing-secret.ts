import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { secretIdField } from '../key-fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { LEADS_KEYS } from './key-shapes.ts';
import { EXAMPLE_SECRET_ID } from './secret-shapes.ts';

export const revokeSigningSecret = {
  ...LEADS_KEYS,
  isAudited: true,
  name: 'revoke-signing-secret',
  path: '/api/v1/revoke-signing-secret',
  summary: 'Revoke a signing secret',
  description:
    'Deletes the secret and invalidates the CDN copies of the URLs that it signed. The secret is unknown afterwards; repeating the call repeats the invalidation.',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      secretId: z.optional(secretIdField()),
    }),
    references: {},
    exactlyOne: [['projectId'], ['secretId']],
    example: { projectId: EXAMPLE_PROJECT_ID, secretId: EXAMPLE_SECRET_ID },
  },
  response: z.object({ message: z.literal('signing_secret_revoked') }),
  responseExample: { message: 'signing_secret_revoked' },
  problems: ['signing_secret_not_found'],
} as const satisfies Endpoint;
