import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { emailField, roleField } from '../member-fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { EXAMPLE_INVITATION, EXAMPLE_INVITATION_CODE, invitationShape } from './member-shapes.ts';

export const inviteMember = {
  name: 'invite-member',
  path: '/api/v1/invite-member',
  summary: 'Invite somebody to a project',
  description:
    'By e-mail address, for a role that is not above yours. The answer shows the code once: pass it on yourself, the service sends no mail. ' +
    'It works once, within seven days, for somebody to whom the issuer of tokens says this address is theirs and verified, ' +
    'and only while you may give the role. At most 100 invitations of a project are open.',
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
          'Whom to invite. Kept until the invitation is taken up, revoked or ended, and then as the name of the member.',
        ),
      ),
      role: z.optional(roleField('The role that they get.')),
    }),
    references: {},
    exactlyOne: [['projectId'], ['email'], ['role']],
    example: { projectId: EXAMPLE_PROJECT_ID, email: 'ben@example.com', role: 'editor' },
  },
  response: z.extend(invitationShape, { invitation: z.string() }),
  responseExample: { ...EXAMPLE_INVITATION, invitation: EXAMPLE_INVITATION_CODE },
  problems: ['too_many_invitations'],
} as const satisfies Endpoint;
