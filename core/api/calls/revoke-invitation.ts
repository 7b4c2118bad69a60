import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { invitationIdField } from '../member-fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { EXAMPLE_INVITATION } from './member-shapes.ts';

export const revokeInvitation = {
  name: 'revoke-invitation',
  path: '/api/v1/revoke-invitation',
  summary: 'Revoke an invitation',
  description: 'Its code stops working immediately.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'account-and-team-calls',
  hasCors: false,
  isAudited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      invitationId: z.optional(invitationIdField()),
    }),
    references: {},
    exactlyOne: [['projectId'], ['invitationId']],
    example: { projectId: EXAMPLE_PROJECT_ID, invitationId: EXAMPLE_INVITATION.invitationId },
  },
  response: z.object({ message: z.literal('invitation_revoked') }),
  responseExample: { message: 'invitation_revoked' },
  problems: ['invitation_not_found'],
} as const satisfies Endpoint;
