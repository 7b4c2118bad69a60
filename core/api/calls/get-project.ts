import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { EXAMPLE_PROJECT, EXAMPLE_PROJECT_ID } from './examples.ts';
import { projectShape } from './shapes.ts';

export const getProject = {
  name: 'get-project',
  path: '/api/v1/get-project',
  summary: 'Describe a project',
  description: 'Returns the settings of the project and your role in it.',
  credential: { kind: 'accessToken', role: 'viewer', reachesDeleted: true },
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
  problems: [],
} as const satisfies Endpoint;
