import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { settingFields } from '../setting-fields.ts';
import { EXAMPLE_PROJECT, EXAMPLE_PROJECT_ID } from './examples.ts';
import { projectShape } from './shapes.ts';

export const updateProject = {
  isAudited: true,
  name: 'update-project',
  path: '/api/v1/update-project',
  summary: 'Change a project',
  description:
    'Sets what is given, each field whole, and leaves the rest. It acts on the next request of the API and of the renderer; where it decides what the CDN may keep, the CDN forgets the pictures of the project within seconds.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'project-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({ projectId: z.optional(projectIdField()), ...settingFields() }),
    references: {},
    exactlyOne: [['projectId']],
    example: { projectId: EXAMPLE_PROJECT_ID, allowedWidths: [320, 640], requireSignature: false },
  },
  response: projectShape,
  responseExample: { ...EXAMPLE_PROJECT, allowedWidths: [320, 640] },
  problems: ['plan_forbids_log_mode'],
} as const satisfies Endpoint;
