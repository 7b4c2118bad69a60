import type { RandomBytes } from '../../foundation/nondeterminism.ts';
import { encodeIdBytes } from '../../images/ids.ts';
import type { Services } from '../../ports/services.ts';
import { LOCAL_DEVELOPMENT_ORIGIN } from '../../projects/allowed-origins.ts';
import { createKey, hashKey, type KeyRecord, SCOPES } from '../../projects/credentials.ts';
import type { Plan } from '../../projects/plans.ts';
import { projectQuotaExceeded } from '../../projects/plans.ts';

/** A project and its first two keys in clear, which are shown once and never stored in clear. */
export interface DefaultProject {
  readonly projectId: string;
  readonly apiKey: string;
  readonly uploadKey: string;
}

type Needs = Pick<Services, 'clock' | 'randomBytes' | 'projects' | 'keys'>;

const newId = (prefix: string, randomBytes: RandomBytes) => prefix + encodeIdBytes(randomBytes(26));

/** A new id and two new keys; nothing is stored yet. */
export function createDefaultProject(randomBytes: RandomBytes): DefaultProject {
  return {
    projectId: newId('prj_', randomBytes),
    apiKey: createKey('private_', randomBytes),
    uploadKey: createKey('upl_', randomBytes),
  };
}

interface NewKey extends Pick<KeyRecord, 'keyId' | 'projectId' | 'name' | 'createdAt'> {
  /** In clear. */
  readonly key: string;
}

function newKeyRecord({ key, ...rest }: NewKey) {
  return {
    ...rest,
    lastFour: key.slice(-4),
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
    replacedBy: null,
    createdBy: null,
  };
}

/** The owner of the project and the name of its keys; the plan is for a new account. */
export interface Ownership {
  readonly accountId: string;
  readonly projectName?: string;
  readonly keyName: string;
  readonly plan: Plan;
  /** Default: it is. */
  readonly isDefault?: boolean;
}

/**
 * Stores the default project of an account (a new account is made) and two keys of this name, each
 * if it doesn't exist. A second call changes nothing, and a call after a crash continues. Throws
 * project_quota_exceeded.
 */
export async function storeDefaultProject(
  { clock, randomBytes, projects, keys }: Needs,
  { projectId, apiKey, uploadKey }: DefaultProject,
  { accountId, projectName = 'default', keyName, plan, isDefault = true }: Ownership,
): Promise<void> {
  const createdAt = clock();
  const recordOf = (key: string) =>
    newKeyRecord({ key, keyId: newId('key_', randomBytes), projectId, name: keyName, createdAt });
  if (!(await projects.getProject(projectId))) {
    const allowedOrigins = [LOCAL_DEVELOPMENT_ORIGIN];
    const project = { projectId, accountId, name: projectName, allowedOrigins, plan, createdAt };
    const outcome = await projects.addProject({ ...project, isDefault }, plan.maxProjects);
    if (outcome === 'quota_exceeded') throw projectQuotaExceeded(plan);
  }
  if (!(await keys.findApiKey(hashKey(apiKey)))) {
    await keys.addApiKey(hashKey(apiKey), { ...recordOf(apiKey), scopes: SCOPES });
  }
  if (!(await keys.findUploadKey(hashKey(uploadKey)))) {
    await keys.addUploadKey(hashKey(uploadKey), recordOf(uploadKey));
  }
}

/** A back end that takes uploads saves images and reads them; it doesn't delete. */
const UPLOAD_SCOPES = ['images:save', 'images:read'] as const;

/**
 * Stores an API key of a project that can save and read images and nothing else; answers it in
 * clear, this one time.
 */
export async function storeUploadApiKey(
  { clock, randomBytes, keys }: Pick<Needs, 'clock' | 'randomBytes' | 'keys'>,
  projectId: string,
): Promise<string> {
  const key = createKey('private_', randomBytes);
  const keyId = newId('key_', randomBytes);
  const record = newKeyRecord({ key, keyId, projectId, name: 'upload', createdAt: clock() });
  await keys.addApiKey(hashKey(key), { ...record, scopes: UPLOAD_SCOPES });
  return key;
}
