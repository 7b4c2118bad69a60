import type { ApiKeyRecord, KeyKind, UploadKeyRecord } from '../../projects/credentials.ts';
import type { KeyRing, NewKey, ProjectKey, Rotation } from '../../projects/project-keys.ts';

export interface KeyStore extends ProjectKeys {
  /** The key with this lower-case hex SHA-256; undefined if it is unknown. */
  findApiKey(sha256: string): Promise<ApiKeyRecord | undefined>;
  findUploadKey(sha256: string): Promise<UploadKeyRecord | undefined>;
  /** Records a use, at most one an hour for any number of concurrent uses (keys.last-used). */
  touchKey(sha256: string, usedAt: number): Promise<void>;
  /** The first keys of a project, whatever their number. */
  addApiKey(sha256: string, key: ApiKeyRecord): Promise<void>;
  addUploadKey(sha256: string, key: UploadKeyRecord): Promise<void>;
}

/**
 * Keys as admins and owners see them; a part of the port KeyStore. Each change is one transaction.
 */
export interface ProjectKeys {
  /** Active keys and recently ended ones, oldest first. */
  listKeys(ring: KeyRing, now: number): Promise<ProjectKey[]>;
  /** A single key. */
  getKey(ring: KeyRing, keyId: string, now: number): Promise<ProjectKey | undefined>;
  /** Refuses, and nothing is stored, if the project has LIMITS.maxKeys active keys. */
  createKey(kind: KeyKind, result: NewKey, now: number): Promise<'created' | 'limit_exceeded'>;
  /**
   * Of several concurrent rotations of one key one succeeds; the others fail like the rotation of
   * an ended key.
   */
  rotateKey(
    ring: KeyRing,
    rotation: Rotation,
    now: number,
  ): Promise<'rotated' | 'not_rotatable' | 'limit_exceeded'>;
  /**
   * Ends a key from the next request on; a revoked key stays unchanged. False if it doesn't exist.
   */
  revokeKey(ring: KeyRing, keyId: string, now: number): Promise<boolean>;
}
