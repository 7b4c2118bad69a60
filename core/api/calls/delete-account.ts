import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { trueField } from '../fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';

const marked = z.object({
  message: z.literal('account_marked_for_deletion'),
  /** Those that are deleted with it. */
  projectIds: z.array(z.string()),
  /** Until when they, and so the account, can be restored. */
  purgeAt: z.string(),
});

/** What delete-account answers. */
export type MarkedAccount = z.infer<typeof marked>;

export const deleteAccount = {
  isAudited: true,
  name: 'delete-account',
  path: '/api/v1/delete-account',
  summary: 'Delete your account',
  description:
    'Deletes every project of your account as delete-project does, including the default project. The account itself is deleted when the last project is erased. Your memberships and your identity at the issuer are then removed. A later sign-in with the same identity creates a new account. Until then you can sign in, and restoring one of the projects cancels the deletion. Transfer projects that have other members first, or remove their members. Requires a sign-in within the last five minutes.',
  credential: { kind: 'accessToken', role: null },
  functionName: 'project-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({
      confirm: z.optional(trueField('Confirms the deletion of the whole account.')),
      now: z.optional(trueField('Skips the seven days in which it can be restored.')),
    }),
    references: {},
    exactlyOne: [['confirm']],
    example: { confirm: true },
  },
  response: marked,
  responseExample: {
    message: 'account_marked_for_deletion',
    projectIds: [EXAMPLE_PROJECT_ID],
    purgeAt: '2026-11-28T09:00:00.000Z',
  },
  problems: ['sign_in_too_old', 'account_shares_projects'],
} as const satisfies Endpoint;
