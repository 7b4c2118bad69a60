import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { EXAMPLE_PROJECT } from './examples.ts';
import { projectShape } from './shapes.ts';

export const listProjects = {
  name: 'list-projects',
  path: '/api/v1/list-projects',
  summary: 'List the projects that you belong to',
  description: 'Lists the projects with your role in each, oldest membership first.',
  credential: { kind: 'accessToken', role: null },
  functionName: 'account-and-team-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({}),
    references: {},
    exactlyOne: [],
    example: {},
  },
  response: z.object({ projects: z.array(projectShape) }),
  responseExample: { projects: [EXAMPLE_PROJECT] },
  problems: [],
} as const satisfies Endpoint;
