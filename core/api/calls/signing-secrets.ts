import * as z from 'zod/mini';
import { called, type Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { secretIdField } from '../key-fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { MANAGES_KEYS } from './keys.ts';
import { PROJECT_REQUEST } from './project-request.ts';
export const EXAMPLE_SECRET_ID = `sec_${'a'.repeat(26)}`;

/** A signing secret of the documents, as it is answered once. */
export const EXAMPLE_SECRET = {
  secretId: EXAMPLE_SECRET_ID,
  secret: 'A'.repeat(43),
  createdAt: '2026-11-21T09:00:00.000Z',
};

const createSigningSecret = {
  ...MANAGES_KEYS,
  isAudited: true,
  ...called('create-signing-secret'),
  summary: 'Create a signing secret',
  description:
    'Creates a secret that signs image URLs of the project. The response is the only place that shows it. Two may be active at the same time, so that one can replace the other.',
  request: PROJECT_REQUEST,
  response: z.object({ secretId: z.string(), secret: z.string(), createdAt: z.string() }),
  responseExample: EXAMPLE_SECRET,
  problems: ['signing_secret_limit_reached'],
} as const satisfies Endpoint;

const { secret, ...listed } = EXAMPLE_SECRET;

const listSigningSecrets = {
  ...MANAGES_KEYS,
  ...called('list-signing-secrets'),
  summary: "List the project's signing secrets",
  description: 'Lists the active signing secrets, oldest first, without the secrets themselves.',
  request: PROJECT_REQUEST,
  response: z.object({
    secrets: z.array(
      z.object({ secretId: z.string(), lastFour: z.string(), createdAt: z.string() }),
    ),
  }),
  responseExample: { secrets: [{ ...listed, lastFour: secret.slice(-4) }] },
  problems: [],
} as const satisfies Endpoint;

const revokeSigningSecret = {
  ...MANAGES_KEYS,
  isAudited: true,
  ...called('revoke-signing-secret'),
  summary: 'Revoke a signing secret',
  description:
    'Deletes the secret and invalidates the CDN copies of the URLs that it signed. The secret is unknown afterwards; repeating the call repeats the invalidation.',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      secretId: z.optional(secretIdField()),
    }),
    exactlyOne: [['projectId'], ['secretId']],
    example: { projectId: EXAMPLE_PROJECT_ID, secretId: EXAMPLE_SECRET_ID },
  },
  response: z.object({ message: z.literal('signing_secret_revoked') }),
  responseExample: { message: 'signing_secret_revoked' },
  problems: ['signing_secret_not_found'],
} as const satisfies Endpoint;

/** In the order of the documents; a row that is left out here is an unused constant. */
export const signingSecretCalls = {
  createSigningSecret,
  listSigningSecrets,
  revokeSigningSecret,
} as const satisfies Record<string, Endpoint>;
