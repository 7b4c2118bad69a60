import { type DescribedKey, LEADS_KEYS } from '../../api/calls/key-shapes.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import {
  type KeyRing,
  type ProjectKey,
  replacedKey,
  whyNotRotatable,
} from '../../projects/project-keys.ts';
import type { Person } from '../access/authenticate-person.ts';
import { requireRole } from '../access/require-role.ts';
import { describeKey } from './describe-key.ts';
import { keepIfStillLeading, makeKey, readExpiry, shownOnce, tooManyKeys } from './make-key.ts';

type Needs = Pick<Services, 'clock' | 'randomBytes' | 'keys' | 'memberships' | 'projects'>;

export interface RotateKeyInput {
  readonly keyId: string;
  readonly overlapHours?: number;
  /** RFC 3339; absent: when the old key would have ended. */
  readonly expiresAt?: string;
}

const HOUR_MS = 3_600_000;

/** The key as it is; throws key_not_found, and key_not_rotatable where it is no more. */
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

/**
 * A new key in the place of an old one, which works on through the overlap (keys.rotation). Throws
 * project_not_found, insufficient_role, key_not_found, key_not_rotatable, key_limit_reached, and
 * validation_failed where the new key would have ended already.
 */
export async function rotateProjectKey(
  services: Needs,
  person: Person,
  ring: KeyRing,
  { keyId, overlapHours = LIMITS.defaultOverlapHours, expiresAt }: RotateKeyInput,
): Promise<{ key: DescribedKey; previousKey: DescribedKey }> {
  await requireRole(services, person, ring.projectId, LEADS_KEYS.credential.role);
  const { keys, clock } = services;
  const now = clock();
  const old = await findRotatable(keys, ring, { keyId, now });
  const end = expiresAt === undefined ? old.expiresAt : readExpiry(expiresAt, now);
  const key = makeKey(services, ring, { ...old, expiresAt: end }, person);
  const { text, made } = key;
  const rotation = { keyId, made, oldEndsAt: now + overlapHours * HOUR_MS };
  const outcome = await keys.rotateKey(ring, rotation, now);
  if (outcome === 'limit_exceeded') throw tooManyKeys();
  if (outcome === 'not_rotatable') {
    await findRotatable(keys, ring, { keyId, now }); // tells what came between
    throw new ServiceError('key_not_rotatable');
  }
  await keepIfStillLeading(services, person, ring, key);
  return {
    key: describeKey(made.record),
    ...shownOnce(ring, text),
    previousKey: describeKey(replacedKey(old, rotation)),
  };
}
