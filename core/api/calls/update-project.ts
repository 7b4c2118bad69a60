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
    'Replaces each given field as a whole and keeps the others. The change takes effect on the next request to the API and the origin. If it affects cached images, the copies of the project in the CDN are invalidated within seconds.',
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
