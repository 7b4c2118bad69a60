import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { keyIdField } from '../key-fields.ts';
import { EXAMPLE_KEY_REFERENCE, LEADS_KEYS } from './key-shapes.ts';

export const revokeUploadKey = {
  ...LEADS_KEYS,
  isAudited: true,
  name: 'revoke-upload-key',
  path: '/api/v1/revoke-upload-key',
  summary: 'Revoke an upload key',
  description:
    'The key is rejected from the next request on. Repeating the call returns the same response. The form of a direct upload that was created before can still be used for its ten minutes.',
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
