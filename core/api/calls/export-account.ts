import * as z from 'zod/mini';
import { ROLES } from '../../accounts/roles.ts';
import type { Endpoint } from '../endpoint.ts';
import { cursorField } from '../fields.ts';
import { EXAMPLE_PROJECT } from './examples.ts';
import { getUsage } from './get-usage.ts';
import { EXAMPLE_KEY, EXAMPLE_UPLOAD, keyShape } from './key-shapes.ts';
import { projectShape } from './shapes.ts';

const exported = z.object({
  account: z.object({
    accountId: z.string(),
    issuer: z.string(),
    subject: z.string(),
    plan: z.string(),
    createdAt: z.string(),
    /** When its deletion was asked for; null while it stays. */
    deletedAt: z.nullable(z.string()),
  }),
  usage: getUsage.response,
  /** Those that you belong to, the oldest membership first. */
  projects: z.array(
    z.object({
      project: projectShape,
      usage: getUsage.response,
      members: z.array(
        z.object({ accountId: z.string(), role: z.enum(ROLES), createdAt: z.string() }),
      ),
      /** Null where your role doesn't show them. */
      apiKeys: z.nullable(z.array(keyShape)),
      uploadKeys: z.nullable(z.array(keyShape)),
    }),
  ),
  cursor: z.nullable(z.string()),
});

/** What export-account answers. */
export type ExportedAccount = z.infer<typeof exported>;

const EXAMPLE_ACCOUNT_ID = `acc_${'a'.repeat(26)}`;
const EXAMPLE_TIME = '2026-11-21T09:00:00.000Z';

export const exportAccount = {
  isAudited: true,
  name: 'export-account',
  path: '/api/v1/export-account',
  summary: 'Export the data of your account',
  description:
    'Returns your account and, page by page, the projects that you belong to. Each project has its settings, members, usage and the records of its keys, without the keys themselves. To list the images of a project with their URLs, call list-images with its `projectId`.',
  credential: { kind: 'accessToken', role: null },
  functionName: 'account-and-team-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({
      cursor: z.optional(
        cursorField('The cursor of the previous page; absent for the first page.'),
      ),
    }),
    references: {},
    exactlyOne: [],
    example: {},
  },
  response: exported,
  responseExample: {
    account: {
      accountId: EXAMPLE_ACCOUNT_ID,
      issuer: 'https://issuer.example.com',
      subject: '4711',
      plan: 'free',
      createdAt: EXAMPLE_TIME,
      deletedAt: null,
    },
    usage: getUsage.responseExample,
    projects: [
      {
        project: EXAMPLE_PROJECT,
        usage: getUsage.responseExample,
        members: [{ accountId: EXAMPLE_ACCOUNT_ID, role: 'owner', createdAt: EXAMPLE_TIME }],
        apiKeys: [EXAMPLE_KEY],
        uploadKeys: [EXAMPLE_UPLOAD],
      },
    ],
    cursor: null,
  },
  problems: [],
} as const satisfies Endpoint;
