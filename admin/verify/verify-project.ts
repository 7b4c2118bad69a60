import { textToSign } from '../../core/images/canonical-address.ts';
import { encodeIdBytes } from '../../core/images/ids.ts';
import { parseImagePath } from '../../core/images/image-url.ts';
import { createKey, hashKey, SCOPES } from '../../core/projects/credentials.ts';
import type { Project } from '../../core/projects/project.ts';
import { createSigningSecret, sign } from '../../core/projects/signing-secrets.ts';
import { parseQuery } from '../../core/transform/query.ts';
import {
  createDefaultProject,
  storeDefaultProject,
} from '../../core/use-cases/projects/store-default-project.ts';
import type { ProjectServices } from '../projects/project-services.ts';

/**
 * The project that the checks work in, of the operator's account: no image of anybody's is near.
 */
const NAME = 'verify';
/** Its keys end by themselves, should a run be killed before it revokes them. */
const KEY_LIFE_MS = 3_600_000;

/** The project with keys for one run. */
export interface VerifyProject {
  readonly apiKey: string;
  readonly uploadKey: string;
  /** Whether its URLs must be signed, from the next request on. */
  requireSignatures(isRequired: boolean): Promise<void>;
  /** The address of an image with a query, signed until `expires` (Unix seconds). */
  sign(imageUrl: string, query: string, expires: number): string;
  /** Revokes this run's keys, and restores the settings that it changed. */
  close(): Promise<void>;
}

async function findOrMakeProject(services: ProjectServices): Promise<string> {
  const { projects, accountId, randomBytes } = services;
  const all = await projects.listProjects(accountId);
  const [oldest] = all;
  if (!oldest) {
    throw new Error('The stack has no project yet: npx imagewell admin bootstrap --stack NAME.');
  }
  const known = all.find(({ name }) => name === NAME);
  if (known) return known.projectId;
  const result = createDefaultProject(randomBytes);
  const ownership = { accountId, projectName: NAME, keyName: NAME, plan: oldest.plan };
  await storeDefaultProject(services, result, { ...ownership, isDefault: false });
  return result.projectId;
}

async function addKeys({ keys, randomBytes, clock }: ProjectServices, projectId: string) {
  const createdAt = clock();
  const recordOf = (text: string) => ({
    keyId: `key_${encodeIdBytes(randomBytes(26))}`,
    projectId,
    name: NAME,
    lastFour: text.slice(-4),
    createdAt,
    lastUsedAt: null,
    expiresAt: createdAt + KEY_LIFE_MS,
    revokedAt: null,
    createdBy: null,
    replacedBy: null,
  });
  const [apiKey, uploadKey] = [createKey('private_', randomBytes), createKey('upl_', randomBytes)];
  await keys.addApiKey(hashKey(apiKey), { ...recordOf(apiKey), scopes: SCOPES });
  await keys.addUploadKey(hashKey(uploadKey), recordOf(uploadKey));
  return { apiKey, uploadKey };
}

/** Every key of the project, those of a run that was killed too. */
async function revokeKeys({ keys, clock }: ProjectServices, projectId: Project['projectId']) {
  for (const kind of ['api', 'upload'] as const) {
    const ring = { projectId, kind };
    for (const { keyId } of await keys.listKeys(ring, clock())) {
      await keys.revokeKey(ring, keyId, clock());
    }
  }
}

async function revokeSecrets({ signingSecrets }: ProjectServices, projectId: string) {
  for (const { secretId } of await signingSecrets.listSecrets(projectId)) {
    await signingSecrets.removeSecret(projectId, secretId);
  }
}

function signAddress(secret: string, imageUrl: string, query: string, expires: number): string {
  const url = new URL(imageUrl);
  const image = parseImagePath(url.pathname);
  if (image.fault !== undefined) throw new Error(image.fault);
  const requested = `${query}&expires=${expires}`;
  const { parameters } = parseQuery([...new URLSearchParams(requested)]);
  const signature = sign(textToSign(image.id, image.format, parameters), secret);
  return `${url.origin}${url.pathname}?${requested}&signature=${signature}`;
}

/**
 * The project `verify`, made where there is none yet, with keys and a signing secret of this run.
 */
export async function openVerifyProject(services: ProjectServices): Promise<VerifyProject> {
  const { projects, signingSecrets, randomBytes, clock } = services;
  const projectId = await findOrMakeProject(services);
  const requireSignatures = async (isRequired: boolean): Promise<void> => {
    await projects.changeSettings(projectId, { requireSignature: isRequired });
  };
  await requireSignatures(false);
  await revokeKeys(services, projectId);
  await revokeSecrets(services, projectId);
  const keys = await addKeys(services, projectId);
  const secret = createSigningSecret(randomBytes, clock());
  await signingSecrets.addSecret(projectId, secret);
  return {
    ...keys,
    requireSignatures,
    sign: (imageUrl, query, expires) => signAddress(secret.secret, imageUrl, query, expires),
    async close() {
      await requireSignatures(false);
      await revokeKeys(services, projectId);
      await revokeSecrets(services, projectId);
    },
  };
}
