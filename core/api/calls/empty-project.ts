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
    'Deletes every image and temporary image that the project has at the time of the call, within seconds or, where there are thousands, minutes; get-project-deletion-status tells how far it has come. The project, its keys and its members stay, and so does what is uploaded later. It can not be taken back, and so takes a sign-in of the last five minutes.',
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
