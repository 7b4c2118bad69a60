import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { EXAMPLE_PROJECT, EXAMPLE_PROJECT_ID } from './examples.ts';
import { projectShape } from './shapes.ts';

export const restoreProject = {
  isAudited: true,
  name: 'restore-project',
  path: '/api/v1/restore-project',
  summary: 'Take back the deletion of a project',
  description:
    'Within seven days of the deletion: its keys work again on the next request, and its pictures are served again within ten seconds. If the account was deleted with it, that is called off. A project that lives stays as it is.',
  credential: { kind: 'accessToken', role: 'owner' },
  functionName: 'project-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({ projectId: z.optional(projectIdField()) }),
    references: {},
    exactlyOne: [['projectId']],
    example: { projectId: EXAMPLE_PROJECT_ID },
  },
  response: projectShape,
  responseExample: EXAMPLE_PROJECT,
  problems: ['project_purged'],
} as const satisfies Endpoint;
