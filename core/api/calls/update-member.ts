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
    'Neither the old nor the new role may be above yours: only owners can grant or change the role owner. ' +
    'The account whose plan the project uses stays an owner until it transfers ownership.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'account-and-team-calls',
  hasCors: false,
  isAudited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      accountId: z.optional(memberIdField()),
      role: z.optional(roleField('New role of the member.')),
    }),
    references: {},
    exactlyOne: [['projectId'], ['accountId'], ['role']],
    example: { projectId: EXAMPLE_PROJECT_ID, accountId: EXAMPLE_ACCOUNT_ID, role: 'editor' },
  },
  response: memberShape,
  responseExample: EXAMPLE_MEMBER,
  problems: ['member_not_found', 'last_owner'],
} as const satisfies Endpoint;
