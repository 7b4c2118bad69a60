import type { InputOf, ResultOf } from '../../api/call-types.ts';
import type { DescribedKey } from '../../api/calls/keys.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import { type KeyKind, type Scope, USUAL_SCOPES } from '../../projects/credentials.ts';
import {
  type KeyRing,
  type ProjectKey,
  replacedKey,
  whyNotRotatable,
} from '../../projects/project-keys.ts';
import type { Member } from '../access/authorize-member.ts';
import { describeKey } from './describe-key.ts';
import { keepIfStillManaging, makeKey, readExpiry, tooManyKeys } from './make-key.ts';

type Needs = Pick<Services, 'clock' | 'randomBytes' | 'keys' | 'memberships' | 'projects'>;
type KeyNeeds = Pick<Services, 'clock' | 'keys'>;

interface WantedKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** RFC 3339. */
  readonly expiresAt?: string;
}

/** The key, and its text, which is shown once. */
async function createProjectKey(
  services: Needs,
  member: Member,
  kind: KeyKind,
  { name, scopes, expiresAt }: WantedKey,
): Promise<{ key: DescribedKey; text: string }> {
  const now = services.clock();
  const ring = { projectId: member.project.projectId, kind };
  const requested = {
    name,
    scopes,
    expiresAt: expiresAt === undefined ? null : readExpiry(expiresAt, now),
  };
  const key = makeKey(services, ring, requested, member);
  const { text, newKey } = key;
  const outcome = await services.keys.createKey(kind, newKey, now);
  if (outcome === 'limit_exceeded') throw tooManyKeys();
  await keepIfStillManaging(services, member, ring, key);
  return { key: describeKey(newKey.record), text };
}

/**
 * A new API key of a project, its text shown once (keys.shown-once). Throws key_limit_reached, and
 * validation_failed if its expiry is in the past.
 */
export async function createApiKey(
  services: Needs,
  member: Member,
  input: InputOf<'createApiKey'>,
): Promise<ResultOf<'createApiKey'>> {
  const { scopes = USUAL_SCOPES } = input; // no scopes named (keys.scopes)
  const { key, text } = await createProjectKey(services, member, 'api', { ...input, scopes });
  return { key, apiKey: text };
}

/** The same for an upload key, which has no scopes. */
export async function createUploadKey(
  services: Needs,
  member: Member,
  input: InputOf<'createUploadKey'>,
): Promise<ResultOf<'createUploadKey'>> {
  const { key, text } = await createProjectKey(services, member, 'upload', {
    ...input,
    scopes: [],
  });
  return { key, uploadKey: text };
}

/** A project's keys of a kind, oldest first, never the keys themselves (keys.shown-once). */
async function listProjectKeys(
  services: KeyNeeds,
  { project }: Member,
  kind: KeyKind,
): Promise<{ keys: DescribedKey[] }> {
  const ring = { projectId: project.projectId, kind };
  const keys = await services.keys.listKeys(ring, services.clock());
  return { keys: keys.map(describeKey) };
}

/** The API keys. */
export const listApiKeys = (services: KeyNeeds, member: Member) =>
  listProjectKeys(services, member, 'api');

/** The upload keys. */
export const listUploadKeys = (services: KeyNeeds, member: Member) =>
  listProjectKeys(services, member, 'upload');

type Rotation = InputOf<'rotateApiKey'> & InputOf<'rotateUploadKey'>;

interface RotatedKey {
  readonly key: DescribedKey;
  /** Shown once. */
  readonly text: string;
  readonly previousKey: DescribedKey;
}

const HOUR_MS = 3_600_000;

/** The key in its present state; throws key_not_found, and key_not_rotatable if it has ended. */
async function findRotatable(
  keys: Needs['keys'],
  ring: KeyRing,
  { keyId, now }: { readonly keyId: string; readonly now: number },
): Promise<ProjectKey> {
  const key = await keys.getKey(ring, keyId, now);
  if (!key) throw new ServiceError('key_not_found');
  const detail = whyNotRotatable(key, now);
  if (detail !== undefined) throw new ServiceError('key_not_rotatable', { detail });
  return key;
}

async function rotateProjectKey(
  services: Needs,
  member: Member,
  kind: KeyKind,
  { keyId, overlapHours = LIMITS.defaultOverlapHours, expiresAt }: Rotation,
): Promise<RotatedKey> {
  const { keys, clock } = services;
  const now = clock();
  const ring = { projectId: member.project.projectId, kind };
  const old = await findRotatable(keys, ring, { keyId, now });
  // absent: the expiry of the old key
  const end = expiresAt === undefined ? old.expiresAt : readExpiry(expiresAt, now);
  const key = makeKey(services, ring, { ...old, expiresAt: end }, member);
  const { text, newKey } = key;
  const rotation = { keyId, newKey, oldEndsAt: now + overlapHours * HOUR_MS };
  const outcome = await keys.rotateKey(ring, rotation, now);
  if (outcome === 'limit_exceeded') throw tooManyKeys();
  if (outcome === 'not_rotatable') {
    await findRotatable(keys, ring, { keyId, now }); // names the concurrent change
    throw new ServiceError('key_not_rotatable');
  }
  await keepIfStillManaging(services, member, ring, key);
  const previousKey = describeKey(replacedKey(old, rotation, now));
  return { key: describeKey(newKey.record), text, previousKey };
}

/**
 * A new API key in place of an old one, which stays valid during the overlap (keys.rotation).
 * Throws key_not_found, key_not_rotatable, key_limit_reached, and validation_failed if the new
 * key's expiry is in the past.
 */
export async function rotateApiKey(
  services: Needs,
  member: Member,
  input: Rotation,
): Promise<ResultOf<'rotateApiKey'>> {
  const { key, text, previousKey } = await rotateProjectKey(services, member, 'api', input);
  return { key, apiKey: text, previousKey };
}

/** The same for an upload key. */
export async function rotateUploadKey(
  services: Needs,
  member: Member,
  input: Rotation,
): Promise<ResultOf<'rotateUploadKey'>> {
  const { key, text, previousKey } = await rotateProjectKey(services, member, 'upload', input);
  return { key, uploadKey: text, previousKey };
}

type Revocation = InputOf<'revokeApiKey'> & InputOf<'revokeUploadKey'>;

async function revokeProjectKey(
  { clock, keys }: KeyNeeds,
  { project }: Member,
  kind: KeyKind,
  { keyId }: Revocation,
): Promise<{ message: 'key_revoked' }> {
  const wasThere = await keys.revokeKey({ projectId: project.projectId, kind }, keyId, clock());
  if (!wasThere) throw new ServiceError('key_not_found');
  return { message: 'key_revoked' };
}

/**
 * Ends an API key from the next request on (keys.revocation); repeating it answers the same. Throws
 * key_not_found.
 */
export const revokeApiKey = (services: KeyNeeds, member: Member, input: Revocation) =>
  revokeProjectKey(services, member, 'api', input);

/** The same of an upload key. */
export const revokeUploadKey = (services: KeyNeeds, member: Member, input: Revocation) =>
  revokeProjectKey(services, member, 'upload', input);
