import * as z from 'zod/mini';
import { LIMITS } from '../../foundation/limits.ts';
import { SCOPES } from '../../projects/credentials.ts';
import { called, type Endpoint, type JsonRequest } from '../endpoint.ts';
import { integerField, projectIdField } from '../fields.ts';
import { keyIdField, keyNameField, momentField, scopesField } from '../key-fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { PROJECT_REQUEST } from './project-request.ts';

const { maxOverlapHours, defaultOverlapHours } = LIMITS;

/**
 * Keys and signing secrets are managed by admins and owners: the common part of all these calls.
 */
export const MANAGES_KEYS = {
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'project-key-calls',
} as const;

/** A key as the API describes it, never the key itself (keys.shown-once). */
export const keySchema = z.object({
  keyId: z.string(),
  name: z.string(),
  lastFour: z.string(),
  /** None for an upload key. */
  scopes: z.array(z.enum(SCOPES)),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  /** The key that it was rotated into. */
  replacedBy: z.nullable(z.string()),
  /**
   * The account that made it; null for the operator's, and for keys from before this was recorded.
   */
  createdBy: z.nullable(z.string()),
});

/** A key in the API. */
export type DescribedKey = z.infer<typeof keySchema>;

export const EXAMPLE_KEY_ID = `key_${'a'.repeat(26)}`;

/** An example key in the documents; its checksum is wrong, so that no secret scanner reports it. */
export const EXAMPLE_API_KEY = `private_${'A'.repeat(36)}`;

export const EXAMPLE_UPLOAD_KEY = `upl_${'A'.repeat(36)}`;

export const EXAMPLE_KEY_REFERENCE = { projectId: EXAMPLE_PROJECT_ID, keyId: EXAMPLE_KEY_ID };

const EXAMPLE_MAKER = `acc_${'a'.repeat(26)}`;

const EXAMPLE_LIFE = {
  createdAt: '2026-11-21T09:00:00.000Z',
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  replacedBy: null,
  createdBy: EXAMPLE_MAKER,
};

export const EXAMPLE_KEY = {
  keyId: EXAMPLE_KEY_ID,
  name: 'web shop',
  lastFour: 'AAAA',
  scopes: [...SCOPES],
  ...EXAMPLE_LIFE,
};

/** An upload key of the documents. */
export const EXAMPLE_UPLOAD = { ...EXAMPLE_KEY, name: 'upload form', scopes: [] };

/** A rotated key in the documents: it ends a day later. */
export function rotatedExample<Key extends typeof EXAMPLE_UPLOAD | typeof EXAMPLE_KEY>(key: Key) {
  const replacedBy = `key_${'b'.repeat(26)}`;
  const previousKey = { ...key, expiresAt: '2026-11-22T09:00:00.000Z', replacedBy };
  return { key: { ...key, keyId: replacedBy }, previousKey };
}

/** A request about one key of a project. */
const KEY_REQUEST = {
  kind: 'json',
  schema: z.strictObject({
    projectId: z.optional(projectIdField()),
    keyId: z.optional(keyIdField()),
  }),
  exactlyOne: [['projectId'], ['keyId']],
  example: EXAMPLE_KEY_REFERENCE,
} as const satisfies JsonRequest;

/** A rotation, of either kind of key. */
const ROTATE_KEY_REQUEST = {
  kind: 'json',
  schema: z.strictObject({
    projectId: z.optional(projectIdField()),
    keyId: z.optional(keyIdField()),
    overlapHours: z.optional(
      integerField(
        0,
        maxOverlapHours,
        `Hours for which the old key keeps working; 0 ends it immediately; ${defaultOverlapHours} if absent.`,
      ),
    ),
    expiresAt: z.optional(
      momentField('Time at which the new key expires; the expiry of the old key if absent.'),
    ),
  }),
  exactlyOne: [['projectId'], ['keyId']],
  example: { ...EXAMPLE_KEY_REFERENCE, overlapHours: 24 },
} as const satisfies JsonRequest;

const createApiKey = {
  ...MANAGES_KEYS,
  isAudited: true,
  ...called('create-api-key'),
  summary: 'Create an API key',
  description:
    'The response is the only place that shows the key: the service stores only its hash. A project has at most 100 active API keys.',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      name: z.optional(keyNameField()),
      scopes: z.optional(scopesField()),
      expiresAt: z.optional(momentField('Time at which the key expires; never if absent.')),
    }),
    exactlyOne: [['projectId'], ['name']],
    example: { projectId: EXAMPLE_PROJECT_ID, name: EXAMPLE_KEY.name },
  },
  response: z.object({ key: keySchema, apiKey: z.string() }),
  responseExample: { key: EXAMPLE_KEY, apiKey: EXAMPLE_API_KEY },
  problems: ['key_limit_reached'],
} as const satisfies Endpoint;

const createUploadKey = {
  ...MANAGES_KEYS,
  isAudited: true,
  ...called('create-upload-key'),
  summary: 'Create an upload key',
  description:
    'The response is the only place that shows the key: the service stores only its hash. A project has at most 100 active upload keys. An upload key can only add temporary images to the project. It is visible in web pages: treat it as public.',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      name: z.optional(keyNameField()),
      expiresAt: z.optional(momentField('Time at which the key expires; never if absent.')),
    }),
    exactlyOne: [['projectId'], ['name']],
    example: { projectId: EXAMPLE_PROJECT_ID, name: EXAMPLE_UPLOAD.name },
  },
  response: z.object({ key: keySchema, uploadKey: z.string() }),
  responseExample: { key: EXAMPLE_UPLOAD, uploadKey: EXAMPLE_UPLOAD_KEY },
  problems: ['key_limit_reached'],
} as const satisfies Endpoint;

const listApiKeys = {
  ...MANAGES_KEYS,
  ...called('list-api-keys'),
  summary: "List the project's API keys",
  description:
    'Lists the keys, oldest first, without the keys themselves. The latest 100 revoked or expired keys stay listed for 30 days. `lastUsedAt` is updated at most once an hour.',
  request: PROJECT_REQUEST,
  response: z.object({ keys: z.array(keySchema) }),
  responseExample: { keys: [EXAMPLE_KEY] },
  problems: [],
} as const satisfies Endpoint;

const listUploadKeys = {
  ...MANAGES_KEYS,
  ...called('list-upload-keys'),
  summary: "List the project's upload keys",
  description:
    'Lists the keys, oldest first, without the keys themselves. The latest 100 revoked or expired keys stay listed for 30 days. `lastUsedAt` is updated at most once an hour.',
  request: PROJECT_REQUEST,
  response: z.object({ keys: z.array(keySchema) }),
  responseExample: { keys: [EXAMPLE_UPLOAD] },
  problems: [],
} as const satisfies Endpoint;

const revokeApiKey = {
  ...MANAGES_KEYS,
  isAudited: true,
  ...called('revoke-api-key'),
  summary: 'Revoke an API key',
  description:
    'The key is rejected from the next request on. Repeating the call returns the same response.',
  request: KEY_REQUEST,
  response: z.object({ message: z.literal('key_revoked') }),
  responseExample: { message: 'key_revoked' },
  problems: ['key_not_found'],
} as const satisfies Endpoint;

const revokeUploadKey = {
  ...MANAGES_KEYS,
  isAudited: true,
  ...called('revoke-upload-key'),
  summary: 'Revoke an upload key',
  description:
    'The key is rejected from the next request on. Repeating the call returns the same response. The form of a direct upload that was created before can still be used for its ten minutes.',
  request: KEY_REQUEST,
  response: z.object({ message: z.literal('key_revoked') }),
  responseExample: { message: 'key_revoked' },
  problems: ['key_not_found'],
} as const satisfies Endpoint;

const rotateApiKey = {
  ...MANAGES_KEYS,
  isAudited: true,
  ...called('rotate-api-key'),
  summary: 'Replace an API key',
  description:
    'Creates a new key with the same name and scopes. The old key expires at the end of the overlap, or at its own expiry if that is sooner. A key can be rotated only once, also under concurrent calls.',
  request: ROTATE_KEY_REQUEST,
  response: z.object({ key: keySchema, apiKey: z.string(), previousKey: keySchema }),
  responseExample: { ...rotatedExample(EXAMPLE_KEY), apiKey: EXAMPLE_API_KEY },
  problems: ['key_not_found', 'key_not_rotatable', 'key_limit_reached'],
} as const satisfies Endpoint;

const rotateUploadKey = {
  ...MANAGES_KEYS,
  isAudited: true,
  ...called('rotate-upload-key'),
  summary: 'Replace an upload key',
  description:
    'Creates a new key with the same name. The old key expires at the end of the overlap, or at its own expiry if that is sooner. A key can be rotated only once, also under concurrent calls.',
  request: ROTATE_KEY_REQUEST,
  response: z.object({ key: keySchema, uploadKey: z.string(), previousKey: keySchema }),
  responseExample: { ...rotatedExample(EXAMPLE_UPLOAD), uploadKey: EXAMPLE_UPLOAD_KEY },
  problems: ['key_not_found', 'key_not_rotatable', 'key_limit_reached'],
} as const satisfies Endpoint;

/** In the order of the documents; a row that is left out here is an unused constant. */
export const keyCalls = {
  createApiKey,
  createUploadKey,
  listApiKeys,
  listUploadKeys,
  revokeApiKey,
  revokeUploadKey,
  rotateApiKey,
  rotateUploadKey,
} as const satisfies Record<string, Endpoint>;
