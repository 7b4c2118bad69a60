import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { EXAMPLE_INVITATION, invitationShape } from './member-shapes.ts';

export const listInvitations = {
  name: 'list-invitations',
  path: '/api/v1/list-invitations',
  summary: 'List the open invitations of a project',
  description:
    'The oldest first. Those that were taken up, revoked or ended are not among them, nor those of somebody who may no longer give the role. No code is shown again.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'account-and-team-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
    }),
    references: {},
    exactlyOne: [['projectId']],
    example: { projectId: EXAMPLE_PROJECT_ID },
  },
  response: z.object({ invitations: z.array(invitationShape) }),
  responseExample: { invitations: [EXAMPLE_INVITATION] },
  problems: [],
} as const satisfies Endpoint;
