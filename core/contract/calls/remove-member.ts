import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { memberIdField } from '../member-fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { EXAMPLE_ACCOUNT_ID } from './member-shapes.ts';

export const removeMember = {
  name: 'remove-member',
  path: '/api/v1/remove-member',
  summary: 'Take a member out of a project, or leave it',
  description:
    'Somebody whose role is not above yours. With your own `accountId` you leave, whatever your role is, a viewer too. It acts on their next request. ' +
    'The account that the project is on stays an owner until it hands the project over.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'account-and-team-calls',
  hasCors: false,
  isAudited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      accountId: z.optional(memberIdField()),
    }),
    references: {},
    exactlyOne: [['projectId'], ['accountId']],
    example: { projectId: EXAMPLE_PROJECT_ID, accountId: EXAMPLE_ACCOUNT_ID },
  },
  response: z.object({ message: z.literal('member_removed') }),
  responseExample: { message: 'member_removed' },
  problems: ['member_not_found', 'last_owner'],
} as const satisfies Endpoint;
