import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { memberIdField } from '../member-fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { EXAMPLE_ACCOUNT_ID, EXAMPLE_MEMBER, memberShape } from './member-shapes.ts';

export const transferOwnership = {
  name: 'transfer-ownership',
  path: '/api/v1/transfer-ownership',
  summary: 'Transfer a project to another member',
  description:
    'The project moves to the plan of the new owner, which must have room for its saved images and one more project. ' +
    'The receiver becomes an owner, and the previous account an admin. Transformations and bandwidth that are already counted stay with the previous account. The response is the new owner.',
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
