import type { CreateApiKeyRequest, RotateApiKeyRequest } from 'imagewell-client';
import type { ApiKey, KeyKind } from '../../state/api-key.ts';
import { imagewell } from '../../state/imagewell.ts';
import type { CallName } from '../../state/projects.ts';

/** A key with its text, which is answered once. */
export interface MadeKey {
  readonly key: ApiKey;
  readonly text: string;
  /** The key that it replaces. */
  readonly previous?: ApiKey;
}

interface KindOfKey {
  readonly prefix: string;
  readonly envName: string;
  readonly creates: CallName;
  readonly rotates: CallName;
  readonly revokes: CallName;
  readonly create: (request: CreateApiKeyRequest) => Promise<MadeKey>;
  readonly rotate: (request: RotateApiKeyRequest) => Promise<MadeKey>;
  readonly revoke: (request: { projectId: string; keyId: string }) => Promise<unknown>;
}

/** The calls that make, rotate and revoke each kind of key. */
export const KEY_KINDS: Readonly<Record<KeyKind, KindOfKey>> = {
  api: {
    prefix: 'private_',
    envName: 'IMAGEWELL_API_KEY',
    creates: 'createApiKey',
    rotates: 'rotateApiKey',
    revokes: 'revokeApiKey',
    create: async (request) => {
      const { key, apiKey } = await imagewell().createApiKey(request);
      return { key, text: apiKey };
    },
    rotate: async (request) => {
      const { key, apiKey, previousKey } = await imagewell().rotateApiKey(request);
      return { key, text: apiKey, previous: previousKey };
    },
    revoke: (request) => imagewell().revokeApiKey(request),
  },
  upload: {
    prefix: 'upl_',
    envName: 'IMAGEWELL_UPLOAD_KEY',
    creates: 'createUploadKey',
    rotates: 'rotateUploadKey',
    revokes: 'revokeUploadKey',
    create: async ({ projectId, name, expiresAt }) => {
      const asked = { projectId, name, ...(expiresAt !== undefined && { expiresAt }) };
      const { key, uploadKey } = await imagewell().createUploadKey(asked);
      return { key, text: uploadKey };
    },
    rotate: async (request) => {
      const { key, uploadKey, previousKey } = await imagewell().rotateUploadKey(request);
      return { key, text: uploadKey, previous: previousKey };
    },
    revoke: (request) => imagewell().revokeUploadKey(request),
  },
};

/** Whether a key works at a time. */
export const isLive = ({ revokedAt, expiresAt }: ApiKey, now: number) =>
  revokedAt === null && (expiresAt === null || new Date(expiresAt).getTime() > now);
