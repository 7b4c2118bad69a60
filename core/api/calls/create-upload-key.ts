import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { keyNameField, momentField } from '../key-fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { EXAMPLE_UPLOAD, EXAMPLE_UPLOAD_KEY, keyShape, LEADS_KEYS } from './key-shapes.ts';

export const createUploadKey = {
  ...LEADS_KEYS,
  isAudited: true,
  name: 'create-upload-key',
  path: '/api/v1/create-upload-key',
  summary: 'Create an upload key',
  description:
    'The response is the only place that shows the key: the service stores only its hash. A project has at most 100 active upload keys. An upload key can only add temporary images to the project. It is visible in web pages: treat it as public.',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      name: z.optional(keyNameField()),
      expiresAt: z.optional(momentField('Time at which the key expires; never if absent.')),
    }),
    references: {},
    exactlyOne: [['projectId'], ['name']],
    example: { projectId: EXAMPLE_PROJECT_ID, name: EXAMPLE_UPLOAD.name },
  },
  response: z.object({ key: keyShape, uploadKey: z.string() }),
  responseExample: { key: EXAMPLE_UPLOAD, uploadKey: EXAMPLE_UPLOAD_KEY },
  problems: ['key_limit_reached'],
} as const satisfies Endpoint;
