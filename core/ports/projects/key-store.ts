import type { ApiKeyRecord, KeyKind, UploadKeyRecord } from '../../projects/credentials.ts';
import type { KeyRing, NewKey, ProjectKey, Rotation } from '../../projects/project-keys.ts';

export interface KeyStore extends ProjectKeys {
  /** By the lower-case hex SHA-256 of the whole key; undefined where it is unknown. */
  findApiKey(sha256: string): Promise<ApiKeyRecord | undefined>;
  findUploadKey(sha256: string): Promise<UploadKeyRecord | undefined>;
  /** Notes a use, at most one an hour however many come at once (keys.last-used). */
  touchKey(sha256: string, usedAt: number): Promise<void>;
  /** The first keys of a project, whatever their number. */
  addApiKey(sha256: string, key: ApiKeyRecord): Promise<void>;
  addUploadKey(sha256: string, key: UploadKeyRecord): Promise<void>;
}

/**
 * Keys as those who lead a project see them; a part of the port KeyStore. Each change is one
 * transaction.
 */
export interface ProjectKeys {
  /** Those that live, and those that ended a short while ago, oldest first. */
  listKeys(ring: KeyRing, now: number): Promise<ProjectKey[]>;
  /** One of them. */
  getKey(ring: KeyRing, keyId: string, now: number): Promise<ProjectKey | undefined>;
  /** Refuses, and nothing is stored, where the project has LIMITS.maxKeys that live. */
  createKey(kind: KeyKind, result: NewKey, now: number): Promise<'created' | 'limit_exceeded'>;
  /**
   * Of several rotations of one key one is carried out; the others are told that it can't be
   * rotated, as of one that ended.
   */
  rotateKey(
    ring: KeyRing,
    rotation: Rotation,
    now: number,
  ): Promise<'rotated' | 'not_rotatable' | 'limit_exceeded'>;
  /**
   * Ends a key from the next request on; one that is revoked stays as it is. False where there is
   * none.
   */
  revokeKey(ring: KeyRing, keyId: string, now: number): Promise<boolean>;
}
