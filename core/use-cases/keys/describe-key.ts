import type { DescribedKey } from '../../api/calls/keys.ts';
import type { ProjectKey } from '../../projects/project-keys.ts';

const timeOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** A key as the API shows it to admins and owners (keys.shown-once). */
export function describeKey(key: ProjectKey): DescribedKey {
  const { keyId, name, lastFour, scopes, replacedBy, createdBy } = key;
  return {
    keyId,
    name,
    lastFour,
    scopes: [...scopes],
    createdAt: new Date(key.createdAt).toISOString(),
    lastUsedAt: timeOf(key.lastUsedAt),
    expiresAt: timeOf(key.expiresAt),
    revokedAt: timeOf(key.revokedAt),
    replacedBy,
    createdBy,
  };
}
