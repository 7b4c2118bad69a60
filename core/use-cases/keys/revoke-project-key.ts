import type { InputOf } from '../../api/call-types.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import type { KeyKind } from '../../projects/credentials.ts';
import type { Member } from '../access/authorize-member.ts';

type Needs = Pick<Services, 'clock' | 'keys'>;
type Input = InputOf<'revokeApiKey'> & InputOf<'revokeUploadKey'>;

async function revokeProjectKey(
  { clock, keys }: Needs,
  { project }: Member,
  kind: KeyKind,
  { keyId }: Input,
): Promise<{ message: 'key_revoked' }> {
  const wasThere = await keys.revokeKey({ projectId: project.projectId, kind }, keyId, clock());
  if (!wasThere) throw new ServiceError('key_not_found');
  return { message: 'key_revoked' };
}

/**
 * Ends an API key from the next request on (keys.revocation); repeating it answers the same. Throws
 * key_not_found.
 */
export const revokeApiKey = (services: Needs, member: Member, input: Input) =>
  revokeProjectKey(services, member, 'api', input);

/** The same of an upload key. */
export const revokeUploadKey = (services: Needs, member: Member, input: Input) =>
  revokeProjectKey(services, member, 'upload', input);
