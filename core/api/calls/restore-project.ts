import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { EXAMPLE_PROJECT, EXAMPLE_PROJECT_ID } from './examples.ts';
import { projectShape } from './shapes.ts';

export const restoreProject = {
  isAudited: true,
  name: 'restore-project',
  path: '/api/v1/restore-project',
  summary: 'Restore a deleted project',
  description:
    'Restores a project within seven days of its deletion. Its keys work again on the next request, and its images are served again within ten seconds. If the account was deleted with it, the deletion of the account is cancelled. The call has no effect on a project that is not deleted.',
  credential: { kind: 'accessToken', role: 'owner', reachesDeleted: true },
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
