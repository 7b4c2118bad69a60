import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { nameToConfirmField } from './delete-project.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';

export const emptyProject = {
  isAudited: true,
  name: 'empty-project',
  path: '/api/v1/empty-project',
  summary: 'Delete all images of a project',
  description:
    'Deletes every image and temporary image that the project has at the time of the call. This takes seconds, or minutes for thousands of images; get-project-deletion-status shows the progress. The project, its keys, its members and later uploads stay. The call cannot be undone and requires a sign-in within the last five minutes.',
  credential: { kind: 'accessToken', role: 'owner' },
  functionName: 'project-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      name: z.optional(nameToConfirmField()),
    }),
    references: {},
    exactlyOne: [['projectId'], ['name']],
    example: { projectId: EXAMPLE_PROJECT_ID, name: 'default' },
  },
  response: z.object({
    message: z.literal('project_marked_for_emptying'),
    projectId: z.string(),
  }),
  responseExample: { message: 'project_marked_for_emptying', projectId: EXAMPLE_PROJECT_ID },
  problems: ['sign_in_too_old'],
} as const satisfies Endpoint;
