import { type DescribedKey, LEADS_KEYS } from '../../api/calls/key-shapes.ts';
import type { Services } from '../../ports/services.ts';
import type { KeyRing } from '../../projects/project-keys.ts';
import type { Person } from '../access/authenticate-person.ts';
import { requireRole } from '../access/require-role.ts';
import { describeKey } from './describe-key.ts';

/**
 * A project's keys of a kind, oldest first, never the keys themselves (keys.shown-once). Throws
 * project_not_found, insufficient_role.
 */
export async function listProjectKeys(
  services: Pick<Services, 'clock' | 'keys' | 'memberships' | 'projects'>,
  person: Person,
  ring: KeyRing,
): Promise<{ keys: DescribedKey[] }> {
  await requireRole(services, person, ring.projectId, LEADS_KEYS.credential.role);
  const keys = await services.keys.listKeys(ring, services.clock());
  return { keys: keys.map(describeKey) };
}
