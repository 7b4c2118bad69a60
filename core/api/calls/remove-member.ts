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
  summary: 'Remove a member from a project, or leave it',
  description:
    'Removes a member whose role is not above yours. With your own `accountId` you leave the project, whatever your role. The removal takes effect on the next request of the member. ' +
    'The account whose plan the project uses stays an owner until it transfers ownership. `keys` are the active keys that the member created, or null if you may not list keys. ' +
    'They keep working unless `revokeKeys` is true. With `revokeKeys` the call can be repeated, even for a former member.',
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
        flagField('Whether to revoke the keys that the member created; for admins and owners.'),
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
