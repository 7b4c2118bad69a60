import { LEADS_KEYS } from '../../api/calls/key-shapes.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import type { KeyRing } from '../../projects/project-keys.ts';
import type { Person } from '../access/authenticate-person.ts';
import { requireRole } from '../access/require-role.ts';

/**
 * Ends a key from the next request on (keys.revocation); repeating it answers the same. Throws
 * project_not_found, insufficient_role, key_not_found.
 */
export async function revokeProjectKey(
  services: Pick<Services, 'clock' | 'keys' | 'memberships' | 'projects'>,
  person: Person,
  ring: KeyRing,
  keyId: string,
): Promise<{ message: 'key_revoked' }> {
  await requireRole(services, person, ring.projectId, LEADS_KEYS.credential.role);
  const wasThere = await services.keys.revokeKey(ring, keyId, services.clock());
  if (!wasThere) throw new ServiceError('key_not_found');
  return { message: 'key_revoked' };
}
