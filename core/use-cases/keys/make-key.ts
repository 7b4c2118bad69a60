import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { encodeIdBytes } from '../../images/ids.ts';
import type { Services } from '../../ports/services.ts';
import { createKey, hashKey, KEY_PREFIXES } from '../../projects/credentials.ts';
import type { KeyRing, NewKey, ProjectKey } from '../../projects/project-keys.ts';
import { type Member, recheckMember } from '../access/authorize-member.ts';

/** A key before it is stored, and its text, which is never stored. */
export interface MadeKey {
  readonly text: string;
  readonly newKey: NewKey;
}

/** A new key of a project, with its creator. */
export function makeKey(
  { clock, randomBytes }: Pick<Services, 'clock' | 'randomBytes'>,
  { projectId, kind }: KeyRing,
  { name, scopes, expiresAt }: Pick<ProjectKey, 'name' | 'scopes' | 'expiresAt'>,
  { account }: Member,
): MadeKey {
  const text = createKey(KEY_PREFIXES[kind], randomBytes);
  const record = {
    keyId: `key_${encodeIdBytes(randomBytes(26))}`,
    projectId,
    name,
    scopes,
    expiresAt,
    lastFour: text.slice(-4),
    createdAt: clock(),
    lastUsedAt: null,
    revokedAt: null,
    replacedBy: null,
    createdBy: account.accountId,
  };
  return { text, newKey: { sha256: hashKey(text), record } };
}

/**
 * Checks the creator's role again after a key was stored. A member who was removed meanwhile, after
 * their keys were listed, keeps none. Throws the errors of recheckMember, with the key revoked.
 */
export async function keepIfStillManaging(
  services: Pick<Services, 'clock' | 'keys' | 'memberships' | 'projects'>,
  member: Member,
  ring: KeyRing,
  { newKey: { record } }: MadeKey,
): Promise<void> {
  try {
    await recheckMember(services, member);
  } catch (error) {
    await services.keys.revokeKey(ring, record.keyId, services.clock());
    throw error;
  }
}

/** The moment of a valid RFC 3339 text. Throws validation_failed unless it is in the future. */
export function readExpiry(expiresAt: string, now: number): number {
  const at = Date.parse(expiresAt);
  if (at > now) return at;
  const detail = 'The expiry of a key must be in the future.';
  const errors = [{ pointer: '/expiresAt', code: 'in_the_past', detail }];
  throw new ServiceError('validation_failed', { detail, errors });
}

/** The error for a project with the maximum number of keys. */
export function tooManyKeys(): ServiceError {
  const detail = `A project may have at most ${LIMITS.maxKeys} active keys of each kind; revoke one first.`;
  return new ServiceError('key_limit_reached', { detail });
}
