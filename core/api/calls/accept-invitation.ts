import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { textField } from '../fields.ts';
import { EXAMPLE_PROJECT } from './examples.ts';
import { EXAMPLE_INVITATION_CODE } from './member-shapes.ts';
import { projectShape } from './shapes.ts';

export const acceptInvitation = {
  name: 'accept-invitation',
  path: '/api/v1/accept-invitation',
  summary: 'Take up an invitation',
  description:
    'Makes you a member of the project, which is answered with your role. The issuer of your token has to say that the invited address is yours and verified; ' +
    'the case of A to Z does not matter. A code that is unknown, ended, revoked or used is answered in the same words. Your membership then shows that address to admins and owners of the project.',
  credential: { kind: 'accessToken', role: null },
  functionName: 'account-and-team-calls',
  hasCors: false,
  isAudited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      invitation: z.optional(textField(100, 'The code that invite-member answered.')),
    }),
    references: {},
    exactlyOne: [['invitation']],
    example: { invitation: EXAMPLE_INVITATION_CODE },
  },
  response: projectShape,
  responseExample: { ...EXAMPLE_PROJECT, role: 'editor' },
  problems: ['invitation_not_found', 'invitation_not_yours', 'already_member', 'project_suspended'],
} as const satisfies Endpoint;
