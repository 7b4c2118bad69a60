import type { InputOf, ResultOf } from '../../api/call-types.ts';
import type { DescribedKey } from '../../api/calls/keys.ts';
import type { Services } from '../../ports/services.ts';
import { type KeyKind, SCOPES, type Scope } from '../../projects/credentials.ts';
import type { Member } from '../access/authorize-member.ts';
import { describeKey } from './describe-key.ts';
import { keepIfStillManaging, makeKey, readExpiry, tooManyKeys } from './make-key.ts';

type Needs = Pick<Services, 'clock' | 'randomBytes' | 'keys' | 'memberships' | 'projects'>;

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
  const wanted = {
    name,
    scopes,
    expiresAt: expiresAt === undefined ? null : readExpiry(expiresAt, now),
  };
  const key = makeKey(services, ring, wanted, member);
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
  const { scopes = SCOPES } = input; // no scopes named: all (keys.scopes)
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
