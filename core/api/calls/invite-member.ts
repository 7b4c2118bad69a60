import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { emailField, roleField } from '../member-fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { EXAMPLE_INVITATION, EXAMPLE_INVITATION_CODE, invitationShape } from './member-shapes.ts';

export const inviteMember = {
  name: 'invite-member',
  path: '/api/v1/invite-member',
  summary: 'Invite a user to a project',
  description:
    'Invites a user by e-mail address, for a role that is not above yours. The response is the only place that shows the code. Pass it on yourself: the service sends no e-mail. ' +
    'The code works once within seven days, while you may still grant the role. The token issuer must confirm that the invited address is verified and belongs to the user. ' +
    'A project has at most 100 open invitations.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'account-and-team-calls',
  hasCors: false,
  isAudited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      email: z.optional(
        emailField(
          'E-mail address of the invited user. It is stored until the invitation is revoked or expires, and after acceptance as the name of the member.',
        ),
      ),
      role: z.optional(roleField('New role of the member.')),
    }),
    references: {},
    exactlyOne: [['projectId'], ['email'], ['role']],
    example: { projectId: EXAMPLE_PROJECT_ID, email: 'ben@example.com', role: 'editor' },
  },
  response: z.extend(invitationShape, { invitation: z.string() }),
  responseExample: { ...EXAMPLE_INVITATION, invitation: EXAMPLE_INVITATION_CODE },
  problems: ['too_many_invitations'],
} as const satisfies Endpoint;
