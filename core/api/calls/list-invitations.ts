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
    'Lists open invitations, oldest first. Accepted, revoked and expired invitations are not listed. An invitation is also omitted when its sender may no longer grant the role. Codes are never shown again.',
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
