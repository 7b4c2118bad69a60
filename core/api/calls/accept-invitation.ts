import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { textField } from '../fields.ts';
import { EXAMPLE_PROJECT } from './examples.ts';
import { EXAMPLE_INVITATION_CODE } from './member-shapes.ts';
import { projectShape } from './shapes.ts';

export const acceptInvitation = {
  name: 'accept-invitation',
  path: '/api/v1/accept-invitation',
  summary: 'Accept an invitation',
  description:
    'Makes you a member of the project and returns the project with your role. The token issuer must confirm that the invited address is yours and verified. ' +
    'The comparison ignores the case of ASCII letters. An unknown, expired, revoked or used code gets the same error. Admins and owners of the project can then see that address in your membership.',
  credential: { kind: 'accessToken', role: null },
  functionName: 'account-and-team-calls',
  hasCors: false,
  isAudited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      invitation: z.optional(textField(100, 'The code that invite-member returned.')),
    }),
    references: {},
    exactlyOne: [['invitation']],
    example: { invitation: EXAMPLE_INVITATION_CODE },
  },
  response: projectShape,
  responseExample: { ...EXAMPLE_PROJECT, role: 'editor' },
  problems: ['invitation_not_found', 'invitation_not_yours', 'already_member', 'project_suspended'],
} as const satisfies Endpoint;
