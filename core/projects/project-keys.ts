import { LIMITS } from '../foundation/limits.ts';
import { type ApiKeyRecord, endOfKey, isActiveKey, type KeyKind } from './credentials.ts';

/** The keys of one kind of one project. */
export interface KeyRing {
  readonly projectId: string;
  readonly kind: KeyKind;
}

/** A key of either kind; an upload key has no scopes. */
export type ProjectKey = ApiKeyRecord;

/** A key to store: its stored fields, and the hash that finds it. */
export interface NewKey {
  readonly sha256: string;
  readonly record: ProjectKey;
}

/**
 * A key that replaces another, which stays valid until `oldEndsAt`, or its own end if that is
 * sooner.
 */
export interface Rotation {
  readonly keyId: string;
  readonly newKey: NewKey;
  readonly oldEndsAt: number;
}

type KeyLife = Pick<ProjectKey, 'keyId' | 'expiresAt' | 'revokedAt'>;

/** The number of a project's active keys. */
export function countLive(keys: readonly KeyLife[], now: number): number {
  return keys.filter((key) => isActiveKey(key, now)).length;
}

/** A project's listed keys: all active ones, and the latest of those that ended recently. */
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

/** The reason why a key can't be rotated; undefined: it can. */
export function whyNotRotatable(key: ProjectKey, now: number): string | undefined {
  if (key.revokedAt !== null) return 'The key is revoked; create a new one.';
  if (!isActiveKey(key, now)) return 'The key has expired; create a new one.';
  if (key.replacedBy === null) return undefined;
  return `The key was already rotated; its replacement is ${key.replacedBy}.`;
}

/**
 * A replaced key, in its state after the rotation. Without an overlap it is revoked: an end of this
 * moment would not hold under a clock that steps back.
 */
export function replacedKey(
  old: ProjectKey,
  { newKey: replacement, oldEndsAt }: Rotation,
  now: number,
): ProjectKey {
  const expiresAt = Math.min(oldEndsAt, old.expiresAt ?? oldEndsAt);
  const revokedAt = oldEndsAt <= now ? now : old.revokedAt;
  return { ...old, expiresAt, revokedAt, replacedBy: replacement.record.keyId };
}
