import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import {
  type ApiKeyRecord,
  hashKey,
  isActiveKey,
  isWellFormedKey,
  type KeyRecord,
  type Scope,
} from '../../projects/credentials.ts';
import type { Project } from '../../projects/project.ts';
import { type Authorized, markAuthorized } from './authorized.ts';

type KeyReads = Pick<Services, 'clock' | 'keys' | 'projects'>;
type Needs = KeyReads & Pick<Services, 'log'>;

/** The caller, as far as the work for a project needs it. */
export interface Caller extends Authorized {
  readonly project: Project;
}

/** A caller with a key, which belongs to one project. */
export interface KeyCaller extends Caller {
  readonly keyId: string;
}

/** If this write fails, the call is not refused. */
async function noteUse(
  { keys, log }: Needs,
  [text, { lastUsedAt, keyId }]: readonly [string, KeyRecord],
  now: number,
): Promise<void> {
  if (lastUsedAt !== null && now - lastUsedAt < LIMITS.lastUsedGranularityMs) return;
  try {
    await keys.touchKey(hashKey(text), now);
  } catch (error) {
    log.info('key usage not recorded', { keyId, error: error as Error });
  }
}

/** A deleted project's keys stop immediately. */
async function findLiving({ projects }: KeyReads, { projectId }: KeyRecord) {
  const project = await projects.getProject(projectId);
  return project?.deletion === null ? project : undefined;
}

/** The caller of an API key; throws missing_api_key, invalid_api_key, insufficient_scope. */
export async function authenticateApiKey(
  services: Needs,
  apiKey: string | undefined,
  scope: Scope,
): Promise<KeyCaller> {
  if (!apiKey)
    throw new ServiceError('missing_api_key', {
      detail: 'Send the API key in the X-API-Key header.',
    });
  const now = services.clock();
  const key: ApiKeyRecord | undefined = isWellFormedKey(apiKey, 'private_')
    ? await services.keys.findApiKey(hashKey(apiKey))
    : undefined;
  const project = key && isActiveKey(key, now) && (await findLiving(services, key));
  if (!key || !project) throw new ServiceError('invalid_api_key');
  if (!key.scopes.includes(scope)) {
    throw new ServiceError('insufficient_scope', {
      detail: `This call requires the scope ${scope}.`,
    });
  }
  await noteUse(services, [apiKey, key], now);
  return markAuthorized({ project, keyId: key.keyId });
}

async function findUploadKey(services: KeyReads, uploadKey: string, now: number) {
  const key = isWellFormedKey(uploadKey, 'upl_')
    ? await services.keys.findUploadKey(hashKey(uploadKey))
    : undefined;
  const project = key && isActiveKey(key, now) && (await findLiving(services, key));
  return key && project ? { key, project } : undefined;
}

/**
 * Whether authenticateUploadKey would accept the key, without recording a use. For the code before
 * the function that decides how much of a body to hold.
 */
export async function opensUploads(services: KeyReads, uploadKey: string): Promise<boolean> {
  return (await findUploadKey(services, uploadKey, services.clock())) !== undefined;
}

/** The caller of an upload key; throws invalid_upload_key. */
export async function authenticateUploadKey(
  services: Needs,
  uploadKey: string,
): Promise<KeyCaller> {
  const now = services.clock();
  const found = await findUploadKey(services, uploadKey, now);
  if (!found) throw new ServiceError('invalid_upload_key');
  const { key, project } = found;
  await noteUse(services, [uploadKey, key], now);
  return markAuthorized({ project, keyId: key.keyId });
}
