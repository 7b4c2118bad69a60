import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { memberIdField } from '../member-fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { EXAMPLE_ACCOUNT_ID, EXAMPLE_MEMBER, memberShape } from './member-shapes.ts';

export const transferOwnership = {
  name: 'transfer-ownership',
  path: '/api/v1/transfer-ownership',
  summary: 'Hand a project over to another member',
  description:
    'The project goes onto the plan of their account, which needs room for its saved images and for one project more; from then on it counts there. ' +
    'They become an owner, and the account that it was on an admin. Transformations and bandwidth that were counted stay where they were. The answer is the new owner.',
  credential: { kind: 'accessToken', role: 'owner' },
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
  response: memberShape,
  responseExample: { ...EXAMPLE_MEMBER, role: 'owner' },
  problems: ['member_not_found', 'receiver_quota_exceeded'],
} as const satisfies Endpoint;
