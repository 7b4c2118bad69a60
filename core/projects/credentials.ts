import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { RandomBytes } from '../foundation/nondeterminism.ts';

/** None named (keys.scopes): all of them but `images:grant`. */
export const SCOPES = [
  'images:save',
  'images:delete',
  'metadata:write',
  'images:read',
  'images:grant',
] as const;
/** Those of a key whose maker named none: a grant opens private images, so it must be named. */
export const USUAL_SCOPES = SCOPES.filter((scope) => scope !== 'images:grant');
export type Scope = (typeof SCOPES)[number];

/** The stored fields of a key; never the key itself (security.no-key-in-clear). */
export interface KeyRecord {
  readonly keyId: string;
  readonly projectId: string;
  readonly name: string;
  readonly lastFour: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** The id of the key that replaced it in a rotation. */
  readonly replacedBy: string | null;
  /**
   * The account whose user made it, or made it by a rotation. Null: the operator, or a key from
   * before this was recorded.
   */
  readonly createdBy: string | null;
}
export interface ApiKeyRecord extends KeyRecord {
  readonly scopes: readonly Scope[];
}
export type UploadKeyRecord = KeyRecord;

export type KeyPrefix = 'private_' | 'upl_';
/** Codes of invitations have the form of keys, and are no credentials on their own. */
export type SecretPrefix = KeyPrefix | 'inv_';
export const KEY_KINDS = ['api', 'upload'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];
/** The prefixes of the keys of each kind. */
export const KEY_PREFIXES = {
  api: 'private_',
  upload: 'upl_',
} as const satisfies Record<KeyKind, KeyPrefix>;

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECK_LENGTH = 6;

/** The published form, by which secret scanners know our keys (keys.format). */
export const KEY_PATTERN = `^(private_|upl_)[0-9A-Za-z]{${RANDOM_LENGTH + CHECK_LENGTH}}$`;
const FORM_AFTER_PREFIX = new RegExp(`^[0-9A-Za-z]{${RANDOM_LENGTH + CHECK_LENGTH}}$`);

function checksumOf(prefixAndRandom: string): string {
  let rest = crc32(prefixAndRandom);
  let text = '';
  while (rest > 0) {
    text = BASE62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text.padStart(CHECK_LENGTH, '0');
}

/** A new key, 30 unbiased random characters and their checksum. */
export function createKey(prefix: SecretPrefix, randomBytes: RandomBytes): string {
  let random = '';
  while (random.length < RANDOM_LENGTH) {
    for (const byte of randomBytes(64)) {
      // 248 is the largest multiple of 62 in a byte: higher values would favour the first
      // characters
      if (byte < 248 && random.length < RANDOM_LENGTH) random += BASE62.charAt(byte % 62);
    }
  }
  return prefix + random + checksumOf(prefix + random);
}

/** Whether a text is a key by form and checksum: other texts never reach the database. */
export function isWellFormedKey(key: string, prefix: SecretPrefix): boolean {
  if (!key.startsWith(prefix) || !FORM_AFTER_PREFIX.test(key.slice(prefix.length))) return false;
  return checksumOf(key.slice(0, -CHECK_LENGTH)) === key.slice(-CHECK_LENGTH);
}

/** The hash under which a key is stored and read: lower-case hex. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

type KeyEnd = Pick<KeyRecord, 'expiresAt' | 'revokedAt'>;

/** The end of a key, in the future or the past; null: never, as things are. */
export function endOfKey({ expiresAt, revokedAt }: KeyEnd): number | null {
  return expiresAt === null || revokedAt === null
    ? (expiresAt ?? revokedAt)
    : Math.min(expiresAt, revokedAt);
}

/** Whether a key is neither revoked nor past its end. */
export function isActiveKey(key: KeyEnd, now: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || now < key.expiresAt);
}
