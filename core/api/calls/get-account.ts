import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';

/** What of a plan an account is told; null: any amount. */
const plan = z.object({
  name: z.string(),
  maxImages: z.nullable(z.int()),
  maxTransformationsPerMonth: z.nullable(z.int()),
  maxBandwidthBytesPerMonth: z.nullable(z.int()),
  /** Whether projects may say `quotaMode: log`. */
  mayExceedQuota: z.boolean(),
});
const account = z.object({
  accountId: z.string(),
  plan,
  createdAt: z.string(),
  /** Who says who they are. */
  issuer: z.string(),
  /** Projects that they are a member of, and how many of these are paid by their plan. */
  projects: z.object({ memberOf: z.int(), owned: z.int() }),
});

/** What get-account answers. */
export type DescribedAccount = z.infer<typeof account>;

export const getAccount = {
  name: 'get-account',
  path: '/api/v1/get-account',
  summary: 'Describe your account',
  description:
    'Returns the plan with the limits that all your projects share (null is no limit). It also returns your token issuer and the numbers of projects that you belong to and own. The issuer and subject of the access token identify the account; it stores no e-mail address.',
  credential: { kind: 'accessToken', role: null },
  functionName: 'account-and-team-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({}),
    references: {},
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
      mayExceedQuota: false,
    },
    createdAt: '2026-11-21T09:00:00.000Z',
    issuer: 'https://issuer.example.com',
    projects: { memberOf: 3, owned: 1 },
  },
  problems: [],
} as const satisfies Endpoint;
