import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { memberIdField, roleField } from '../member-fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { EXAMPLE_ACCOUNT_ID, EXAMPLE_MEMBER, memberShape } from './member-shapes.ts';

export const updateMember = {
  name: 'update-member',
  path: '/api/v1/update-member',
  summary: 'Change the role of a member',
  description:
    'To a role that is not above yours, of somebody whose role is not above yours: only owners make owners, or change them. ' +
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
      role: z.optional(roleField('The role that they get.')),
    }),
    references: {},
    exactlyOne: [['projectId'], ['accountId'], ['role']],
    example: { projectId: EXAMPLE_PROJECT_ID, accountId: EXAMPLE_ACCOUNT_ID, role: 'editor' },
  },
  response: memberShape,
  responseExample: EXAMPLE_MEMBER,
  problems: ['member_not_found', 'last_owner'],
} as const satisfies Endpoint;
