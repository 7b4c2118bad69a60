import type { InputOf, ResultOf } from '../../api/call-types.ts';
import type { DescribedKey } from '../../api/calls/keys.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import type { KeyKind } from '../../projects/credentials.ts';
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

type Input = InputOf<'rotateApiKey'> & InputOf<'rotateUploadKey'>;

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
  { keyId, overlapHours = LIMITS.defaultOverlapHours, expiresAt }: Input,
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
  input: Input,
): Promise<ResultOf<'rotateApiKey'>> {
  const { key, text, previousKey } = await rotateProjectKey(services, member, 'api', input);
  return { key, apiKey: text, previousKey };
}

/** The same for an upload key. */
export async function rotateUploadKey(
  services: Needs,
  member: Member,
  input: Input,
): Promise<ResultOf<'rotateUploadKey'>> {
  const { key, text, previousKey } = await rotateProjectKey(services, member, 'upload', input);
  return { key, uploadKey: text, previousKey };
}
