import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { memberIdField } from '../member-fields.ts';
import { flagField } from '../webhook-fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { EXAMPLE_KEY, keyShape } from './key-shapes.ts';
import { EXAMPLE_ACCOUNT_ID } from './member-shapes.ts';

const madeKey = z.object({ kind: z.enum(['api', 'upload']), ...keyShape.shape });

/** A key of either kind, as remove-member tells of it. */
export type MadeKeyOfMember = z.infer<typeof madeKey>;

export const removeMember = {
  name: 'remove-member',
  path: '/api/v1/remove-member',
  summary: 'Take a member out of a project, or leave it',
  description:
    'Somebody whose role is not above yours. With your own `accountId` you leave, whatever your role is, a viewer too. It acts on their next request. ' +
    'The account that the project is on stays an owner until it hands the project over. `keys` are those that they made and that live, for who may see keys, else null: ' +
    'they go on working unless `revokeKeys` ends them. With it the call may be repeated, also for somebody who is no member any more.',
  credential: { kind: 'accessToken', role: 'admin', ownRole: 'viewer' },
  functionName: 'account-and-team-calls',
  hasCors: false,
  isAudited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      accountId: z.optional(memberIdField()),
      revokeKeys: z.optional(
        flagField('Whether the keys that they made are revoked; for admins and owners.'),
      ),
    }),
    references: {},
    exactlyOne: [['projectId'], ['accountId']],
    example: { projectId: EXAMPLE_PROJECT_ID, accountId: EXAMPLE_ACCOUNT_ID },
  },
  response: z.object({ message: z.literal('member_removed'), keys: z.nullable(z.array(madeKey)) }),
  responseExample: { message: 'member_removed', keys: [{ kind: 'api', ...EXAMPLE_KEY }] },
  problems: ['member_not_found', 'last_owner'],
} as const satisfies Endpoint;
