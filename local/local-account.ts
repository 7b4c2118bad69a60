import { randomBytes } from 'node:crypto';
import { encodeIdBytes } from '../core/images/ids.ts';
import type { KeyStore, ProjectStore } from '../core/ports.ts';
import { LOCAL_DEVELOPMENT_ORIGIN } from '../core/projects/allowed-origins.ts';
import { createKey, hashKey, SCOPES } from '../core/projects/credentials.ts';
import { PLANS } from '../core/projects/plans.ts';

/** What a developer needs to call the local service; kept in clear, for a development machine only (CONTRACT C1.4). */
export interface LocalKeys {
  readonly projectId: string;
  readonly apiKey: string;
  readonly uploadKey: string;
}

/** The account of the operator; no sign-in takes it over. */
export const LOCAL_ACCOUNT_ID = 'acc_local';

/** New keys, for a data folder that has none. */
export function createLocalKeys(): LocalKeys {
  return {
    projectId: `prj_${encodeIdBytes(randomBytes(26))}`,
    apiKey: createKey('private_', randomBytes),
    uploadKey: createKey('upl_', randomBytes),
  };
}

function keyRecord(projectId: string, key: string) {
  return {
    keyId: `key_${encodeIdBytes(randomBytes(26))}`,
    projectId,
    name: 'local development',
    lastFour: key.slice(-4),
    createdAt: Date.now(),
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
  };
}

/** Stores the default project and its two keys where they aren't yet; a second call changes nothing. */
export async function storeLocalAccount(
  stores: { readonly projects: ProjectStore; readonly keys: KeyStore },
  { projectId, apiKey, uploadKey }: LocalKeys,
): Promise<void> {
  if (!(await stores.projects.getProject(projectId))) {
    await stores.projects.addProject({
      projectId,
      accountId: LOCAL_ACCOUNT_ID,
      name: 'default',
      allowedOrigins: [LOCAL_DEVELOPMENT_ORIGIN],
      plan: PLANS.free,
      createdAt: Date.now(),
    });
  }
  if (!(await stores.keys.findApiKey(hashKey(apiKey)))) {
    const record = { ...keyRecord(projectId, apiKey), scopes: SCOPES };
    await stores.keys.addApiKey(hashKey(apiKey), record);
  }
  if (!(await stores.keys.findUploadKey(hashKey(uploadKey)))) {
    await stores.keys.addUploadKey(hashKey(uploadKey), keyRecord(projectId, uploadKey));
  }
}
