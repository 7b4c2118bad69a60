import * as z from 'zod/mini';
import { called, type Endpoint } from '../endpoint.ts';
import { cursorField, trueField } from '../fields.ts';
import { EXAMPLE_PROJECT, EXAMPLE_PROJECT_ID } from './examples.ts';
import { EXAMPLE_KEY, EXAMPLE_UPLOAD, keySchema } from './keys.ts';
import { projectCalls, projectSchema } from './projects.ts';
import { roleSchema } from './role-schema.ts';

const marked = z.object({
  message: z.literal('account_marked_for_deletion'),
  /** The projects that are deleted with it. */
  projectIds: z.array(z.string()),
  /** The time until which they, and so the account, can be restored. */
  purgeAt: z.string(),
});

/** The result of delete-account. */
export type MarkedAccount = z.infer<typeof marked>;

const deleteAccount = {
  isAudited: true,
  ...called('delete-account'),
  summary: 'Delete your account',
  description:
    'Deletes every project of your account as delete-project does, including the default project. The account itself is deleted when the last project is erased. Your memberships and your identity at the issuer are then removed. A later sign-in with the same identity creates a new account. Until then you can sign in, and restoring one of the projects cancels the deletion. Transfer projects that have other members first, or remove their members. Requires a sign-in within the last five minutes.',
  credential: { kind: 'accessToken', role: null },
  functionName: 'project-calls',
  request: {
    kind: 'json',
    schema: z.strictObject({
      confirm: z.optional(trueField('Confirms the deletion of the whole account.')),
      now: z.optional(trueField('Skips the seven days in which it can be restored.')),
    }),
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

const exported = z.object({
  account: z.object({
    accountId: z.string(),
    issuer: z.string(),
    subject: z.string(),
    plan: z.string(),
    createdAt: z.string(),
    /** The time of its deletion's request; null while it stays. */
    deletedAt: z.nullable(z.string()),
  }),
  usage: projectCalls.getUsage.response,
  /** Your memberships, oldest first. */
  projects: z.array(
    z.object({
      project: projectSchema,
      usage: projectCalls.getUsage.response,
      usageByDay: projectCalls.getUsageByDay.response.shape.days,
      members: z.array(
        z.object({ accountId: z.string(), role: roleSchema, createdAt: z.string() }),
      ),
      /** Null if your role doesn't show them. */
      apiKeys: z.nullable(z.array(keySchema)),
      uploadKeys: z.nullable(z.array(keySchema)),
    }),
  ),
  cursor: z.nullable(z.string()),
});

/** The result of export-account. */
export type ExportedAccount = z.infer<typeof exported>;

const EXAMPLE_ACCOUNT_ID = `acc_${'a'.repeat(26)}`;

const EXAMPLE_TIME = '2026-11-21T09:00:00.000Z';

const exportAccount = {
  isAudited: true,
  ...called('export-account'),
  summary: 'Export the data of your account',
  description:
    'Returns your account and, page by page, the projects that you belong to. Each project has its settings, members, usage and the records of its keys, without the keys themselves. To list the images of a project with their URLs, call list-images with its `projectId`.',
  credential: { kind: 'accessToken', role: null },
  functionName: 'account-and-team-calls',
  request: {
    kind: 'json',
    schema: z.strictObject({
      cursor: z.optional(cursorField()),
    }),
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
    usage: projectCalls.getUsage.responseExample,
    projects: [
      {
        project: EXAMPLE_PROJECT,
        usage: projectCalls.getUsage.responseExample,
        usageByDay: projectCalls.getUsageByDay.responseExample.days,
        members: [{ accountId: EXAMPLE_ACCOUNT_ID, role: 'owner', createdAt: EXAMPLE_TIME }],
        apiKeys: [EXAMPLE_KEY],
        uploadKeys: [EXAMPLE_UPLOAD],
      },
    ],
    cursor: null,
  },
  problems: [],
} as const satisfies Endpoint;

/** The limits of a plan that an account sees; null: any amount. */
const plan = z.object({
  name: z.string(),
  maxImages: z.nullable(z.int()),
  maxTransformationsPerMonth: z.nullable(z.int()),
  maxBandwidthBytesPerMonth: z.nullable(z.int()),
  /** Projects that the account owns, including deleted ones until their purge. */
  maxProjects: z.nullable(z.int()),
  /** Whether projects may set `quotaMode: log`. */
  mayExceedQuota: z.boolean(),
  refusesOverBandwidth: z.boolean(),
});

const account = z.object({
  accountId: z.string(),
  plan,
  createdAt: z.string(),
  /** The time of its deletion's request; null while it stays. */
  deletedAt: z.nullable(z.string()),
  /** The issuer of the user's tokens. */
  issuer: z.string(),
  /** The number of projects of which they are a member, and the number of these on their plan. */
  projects: z.object({ memberOf: z.int(), owned: z.int() }),
});

/** The result of get-account. */
export type DescribedAccount = z.infer<typeof account>;

const getAccount = {
  ...called('get-account'),
  summary: 'Describe your account',
  description:
    'Returns the plan with the limits that all your projects share (null is no limit). It also returns your token issuer and the numbers of projects that you belong to and that are on your plan. `deletedAt` is the time when you asked for the deletion of the account, else null. The issuer and subject of the access token identify the account; it stores no e-mail address.',
  credential: { kind: 'accessToken', role: null },
  functionName: 'account-and-team-calls',
  request: {
    kind: 'json',
    schema: z.strictObject({}),
    exactlyOne: [],
    example: {},
  },
  response: account,
  responseExample: {
    accountId: `acc_${'a'.repeat(26)}`,
    plan: {
      name: 'free',
      maxImages: 50,
      maxTransformationsPerMonth: 100,
      maxBandwidthBytesPerMonth: 1_000_000_000,
      maxProjects: 3,
      mayExceedQuota: false,
      refusesOverBandwidth: false,
    },
    createdAt: '2026-11-21T09:00:00.000Z',
    deletedAt: null,
    issuer: 'https://issuer.example.com',
    projects: { memberOf: 3, owned: 1 },
  },
  problems: [],
} as const satisfies Endpoint;

/** In the order of the documents; a row that is left out here is an unused constant. */
export const accountCalls = {
  deleteAccount,
  exportAccount,
  getAccount,
} as const satisfies Record<string, Endpoint>;
