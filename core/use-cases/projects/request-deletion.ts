import { ServiceError } from '../../foundation/service-error.ts';
import { encodeIdBytes } from '../../images/ids.ts';
import type { Services } from '../../ports/services.ts';
import type { Project } from '../../projects/project.ts';
import type { AskedDeletion, DeletionKind } from '../../projects/project-deletion.ts';

/** Throws validation_failed unless the confirmation equals the name of the project exactly. */
export function requireName(project: { readonly name: string }, name: string): void {
  if (project.name === name) return;
  const detail = 'This field must be the name of the project.';
  const errors = [{ pointer: '/name', code: 'wrong_name', detail }];
  throw new ServiceError('validation_failed', { detail, errors });
}

type Needs = Pick<Services, 'clock' | 'randomBytes' | 'memberships'>;

/**
 * The request of a deletion of this project, whose purge begins after this number of milliseconds.
 */
export async function askDeletion(
  { clock, randomBytes, memberships }: Needs,
  { projectId, accountId, name }: Project,
  { kind, afterMs }: { readonly kind: DeletionKind; readonly afterMs: number },
): Promise<AskedDeletion> {
  const requestedAt = clock();
  const members = await memberships.listMembers(projectId);
  const owners = members.filter(({ role }) => role === 'owner');
  return {
    projectId,
    kind,
    accountId,
    name,
    requestedAt,
    purgeAt: requestedAt + afterMs,
    deletionId: `del_${encodeIdBytes(randomBytes(26))}`,
    ownerIds: owners.map((owner) => owner.accountId),
  };
}
