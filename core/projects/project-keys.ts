import { LIMITS } from '../foundation/limits.ts';
import { type ApiKeyRecord, endOfKey, isActiveKey, type KeyKind } from './credentials.ts';

/** Which keys are meant: those of one kind of one project. */
export interface KeyRing {
  readonly projectId: string;
  readonly kind: KeyKind;
}

/** A key of either kind; an upload key has no scopes. */
export type ProjectKey = ApiKeyRecord;

/** A key that is to be stored: what is kept of it, and what it is looked up by. */
export interface NewKey {
  readonly sha256: string;
  readonly record: ProjectKey;
}

/**
 * A key that takes another's place, which lives on until `oldEndsAt`, or its own end if that is
 * sooner.
 */
export interface Rotation {
  readonly keyId: string;
  readonly newKey: NewKey;
  readonly oldEndsAt: number;
}

type KeyLife = Pick<ProjectKey, 'keyId' | 'expiresAt' | 'revokedAt'>;

/** How many of a project's keys live. */
export function countLive(keys: readonly KeyLife[], now: number): number {
  return keys.filter((key) => isActiveKey(key, now)).length;
}

/**
 * Those of a project's keys that are still told of: all that live, and the latest of those that
 * ended not long ago.
 */
export function keysToTell<Key extends KeyLife>(keys: readonly Key[], now: number): Key[] {
  const ended = keys
    .filter((key) => !isActiveKey(key, now))
    .map((key) => ({ key, at: endOfKey(key) ?? now }))
    .filter(({ at }) => now - at < LIMITS.endedKeyMs)
    .sort((a, b) => b.at - a.at)
    .slice(0, LIMITS.maxEndedKeys);
  const reported = new Set(ended.map(({ key }) => key.keyId));
  return keys.filter((key) => isActiveKey(key, now) || reported.has(key.keyId));
}

/** Why a key can't be rotated; undefined: it can. */
export function whyNotRotatable(key: ProjectKey, now: number): string | undefined {
  if (key.revokedAt !== null) return 'The key is revoked; create a new one.';
  if (!isActiveKey(key, now)) return 'The key has expired; create a new one.';
  if (key.replacedBy === null) return undefined;
  return `The key was already rotated; its replacement is ${key.replacedBy}.`;
}

/** A key that another takes the place of, as it is from then on. */
export function replacedKey(
  old: ProjectKey,
  { newKey: replacement, oldEndsAt }: Rotation,
): ProjectKey {
  const expiresAt = Math.min(oldEndsAt, old.expiresAt ?? oldEndsAt);
  return { ...old, expiresAt, replacedBy: replacement.record.keyId };
}
