import { type DescribedKey, LEADS_KEYS } from '../../api/calls/key-shapes.ts';
import type { Services } from '../../ports/services.ts';
import { type KeyKind, SCOPES, type Scope } from '../../projects/credentials.ts';
import type { Person } from '../access/authenticate-person.ts';
import { requireRole } from '../access/require-role.ts';
import { describeKey } from './describe-key.ts';
import { keepIfStillLeading, makeKey, readExpiry, shownOnce, tooManyKeys } from './make-key.ts';

type Needs = Pick<Services, 'clock' | 'randomBytes' | 'keys' | 'memberships' | 'projects'>;

export interface CreateKeyInput {
  readonly projectId: string;
  readonly name: string;
  /** None named: all (keys.scopes). */
  readonly scopes?: readonly Scope[];
  /** RFC 3339. */
  readonly expiresAt?: string;
}

/**
 * A new key of a project, its text shown once (keys.shown-once). Throws project_not_found,
 * insufficient_role, key_limit_reached, and validation_failed where it would have ended already.
 */
export async function createProjectKey(
  services: Needs,
  person: Person,
  kind: KeyKind,
  { projectId, name, scopes = SCOPES, expiresAt }: CreateKeyInput,
): Promise<{ key: DescribedKey }> {
  await requireRole(services, person, projectId, LEADS_KEYS.credential.role);
  const now = services.clock();
  const ring = { projectId, kind };
  const wanted = {
    name,
    scopes: kind === 'api' ? scopes : [],
    expiresAt: expiresAt === undefined ? null : readExpiry(expiresAt, now),
  };
  const key = makeKey(services, ring, wanted, person);
  const { text, made } = key;
  const outcome = await services.keys.createKey(kind, made, now);
  if (outcome === 'limit_exceeded') throw tooManyKeys();
  await keepIfStillLeading(services, person, ring, key);
  return { key: describeKey(made.record), ...shownOnce(ring, text) };
}
