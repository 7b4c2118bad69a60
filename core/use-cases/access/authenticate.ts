import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import {
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

/** Who calls, as far as the work for a project has to know. */
export interface Caller extends Authorized {
  readonly project: Project;
}

/** The caller of a key, which opens one project. */
export interface KeyCaller extends Caller {
  readonly keyId: string;
}

/** No call is refused because this can't be written. */
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

/** A deleted project's keys stop at once. */
async function findLiving({ projects }: KeyReads, { projectId }: KeyRecord) {
  const project = await projects.getProject(projectId);
  return project?.deletion === null ? project : undefined;
}

const FINDERS = {
  api: {
    prefix: 'private_',
    find: (keys: KeyReads['keys'], hash: string) => keys.findApiKey(hash),
  },
  upload: {
    prefix: 'upl_',
    find: (keys: KeyReads['keys'], hash: string) => keys.findUploadKey(hash),
  },
} as const;

type FoundKey<Kind extends keyof typeof FINDERS> = NonNullable<
  Awaited<ReturnType<(typeof FINDERS)[Kind]['find']>>
>;

/** The record of a key that works now, with its project. */
export async function findLivingKey<Kind extends keyof typeof FINDERS>(
  services: KeyReads,
  kind: Kind,
  text: string,
  now: number,
): Promise<{ key: FoundKey<Kind>; project: Project } | undefined> {
  const { prefix, find } = FINDERS[kind];
  const key = isWellFormedKey(text, prefix)
    ? ((await find(services.keys, hashKey(text))) as FoundKey<Kind> | undefined)
    : undefined;
  const project = key && isActiveKey(key, now) ? await findLiving(services, key) : undefined;
  return key && project ? { key, project } : undefined;
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
  const found = await findLivingKey(services, 'api', apiKey, now);
  if (!found) throw new ServiceError('invalid_api_key');
  const { key, project } = found;
  if (!key.scopes.includes(scope)) {
    throw new ServiceError('insufficient_scope', {
      detail: `This call requires the scope ${scope}.`,
    });
  }
  await noteUse(services, [apiKey, key], now);
  return markAuthorized({ project, keyId: key.keyId });
}

/** The caller of an upload key; throws invalid_upload_key. */
export async function authenticateUploadKey(
  services: Needs,
  uploadKey: string,
): Promise<KeyCaller> {
  const now = services.clock();
  const found = await findLivingKey(services, 'upload', uploadKey, now);
  if (!found) throw new ServiceError('invalid_upload_key');
  const { key, project } = found;
  await noteUse(services, [uploadKey, key], now);
  return markAuthorized({ project, keyId: key.keyId });
}
