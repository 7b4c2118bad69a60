import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { EXAMPLE_UPLOAD, keyShape, LEADS_KEYS } from './key-shapes.ts';

export const listUploadKeys = {
  ...LEADS_KEYS,
  name: 'list-upload-keys',
  path: '/api/v1/list-upload-keys',
  summary: "List the project's upload keys",
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
  responseExample: { keys: [EXAMPLE_UPLOAD] },
  problems: [],
} as const satisfies Endpoint;
