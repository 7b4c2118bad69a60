import * as z from 'zod/mini';
import { SCOPES } from '../../projects/credentials.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';

/** Whoever makes, sees and ends keys and signing secrets leads the project: what all these calls have in common. */
export const LEADS_KEYS = {
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'project-key-calls',
  hasCors: false,
} as const;

/** A key as the API describes it, never the key itself (keys.shown-once). */
export const keyShape = z.object({
  keyId: z.string(),
  name: z.string(),
  lastFour: z.string(),
  /** None of an upload key. */
  scopes: z.array(z.enum(SCOPES)),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  /** The key that it was rotated into. */
  replacedBy: z.nullable(z.string()),
  /** The account that made it; null of the operator's, and of those that were made before this was kept. */
  createdBy: z.nullable(z.string()),
});

/** What the API answers of a key. */
export type DescribedKey = z.infer<typeof keyShape>;

export const EXAMPLE_KEY_ID = `key_${'a'.repeat(26)}`;
/** A key of the documents; no checksum fits it, so that no scanner of secrets takes it for one. */
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

/** A key that was rotated, as the documents show it: it ends a day later. */
export function rotatedExample<Key extends typeof EXAMPLE_UPLOAD | typeof EXAMPLE_KEY>(key: Key) {
  const replacedBy = `key_${'b'.repeat(26)}`;
  const previousKey = { ...key, expiresAt: '2026-11-22T09:00:00.000Z', replacedBy };
  return { key: { ...key, keyId: replacedBy }, previousKey };
}
