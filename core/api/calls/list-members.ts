import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { EXAMPLE_MEMBER, memberShape } from './member-shapes.ts';

export const listMembers = {
  name: 'list-members',
  path: '/api/v1/list-members',
  summary: 'List the members of a project',
  description:
    'Lists members, oldest membership first. `email` is the address of the invitation; admins, owners and the member see it. It is null for everybody else, and for the creator of the project. `isYou` marks your own membership.',
  credential: { kind: 'accessToken', role: 'viewer' },
  functionName: 'account-and-team-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
    }),
    references: {},
    exactlyOne: [['projectId']],
    example: { projectId: EXAMPLE_PROJECT_ID },
  },
  response: z.object({ members: z.array(memberShape) }),
  responseExample: { members: [EXAMPLE_MEMBER] },
  problems: [],
} as const satisfies Endpoint;
