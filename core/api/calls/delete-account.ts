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
    'Deletes every project of your account, the default one too, as delete-project does, and the account itself when the last of them is purged: your memberships and who you are by your issuer are then forgotten, and whoever signs in with the same identity gets a new account. Until then you can sign in, and restoring one of the projects calls it off. Projects that others belong to have to be handed over first, or their members removed. Takes a sign-in of the last five minutes.',
  credential: { kind: 'accessToken', role: null },
  functionName: 'project-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({
      confirm: z.optional(trueField('Says that the whole account is meant.')),
      now: z.optional(trueField('Leaves no time to restore it.')),
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
